import { drizzle } from "drizzle-orm/bun-sqlite";
import { type Log, errorFields } from "#server/core/log.ts";
import { whenFree } from "./busy.ts";
import { KITS } from "./columns.ts";
import { type Connections, openConnections } from "./connections.ts";
import { databaseFile } from "./files.ts";
import { lockFolder } from "./folder-lock.ts";
import { createMutex } from "./mutex.ts";
import { ensureDataDir } from "./private-files.ts";
import { tablesOfStore } from "./schema.ts";
import type { Around, keepStatements } from "./statements.ts";
import { StoreError } from "./store-error.ts";
import type { Store, StoreTx } from "./store.ts";
import { createSubscribers } from "./subscribers.ts";
import { type Builders, createTransaction } from "./transaction.ts";
import { createTroubleListeners } from "./trouble-listeners.ts";
import { StoreClosed, storeTroubleOf } from "./trouble.ts";
import { createWriteGuard, guardReader } from "./write-guard.ts";
import { createWriteQueue } from "./write-queue.ts";

type Connection = ReturnType<typeof keepStatements>;

/** The builders of both dialects have the same methods: see `KITS`. */
const buildersOf = (connection: Connection, around: Around) =>
  drizzle({ client: connection.as(around) }) as unknown as Builders;

/**
 * Opens the SQLite database of a data folder, which is made where it is missing. Does not migrate.
 * @throws {StoreError} while a restore replaces the database.
 */
export const openSqlite = async (options: {
  dataDir: string;
  log: Log;
  /** Nothing is made or changed but the lock's empty file, and nothing can be written. */
  isLookedAt?: boolean;
}): Promise<Store> => {
  await ensureDataDir(options.dataDir);
  const unlock = lockFolder(options.dataDir, "shared");
  if (unlock === null)
    throw new StoreError(
      `A restore is replacing, or a move is reading, the database in ${options.dataDir}: try again.`,
    );
  try {
    const connections = await openConnections(databaseFile(options.dataDir), options.isLookedAt);
    return createSqliteStore(connections, options.log, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
};

const createSqliteStore = (connections: Connections, log: Log, unlock: () => void): Store => {
  const { writer, reader } = connections;
  const guard = createWriteGuard();
  const oneAtATime = createMutex();
  const subscribers = createSubscribers(log);
  const troubles = createTroubleListeners();
  const writeQueue = createWriteQueue();
  const tables = tablesOfStore(KITS.sqlite);
  let isClosed = false;
  let isReadOnly = false;
  const assertUsable = () => {
    if (isClosed) throw new StoreClosed();
  };
  const readBuilders = buildersOf(reader, (execute) => {
    assertUsable();
    guard.refuseRead();
    try {
      return execute();
    } catch (error) {
      throw troubles.report(error);
    }
  });

  const rollback = () => {
    try {
      // SQLite has already rolled back by itself after some errors, such as a full disk.
      if (connections.isInTransaction()) writer.run("ROLLBACK");
    } catch (error) {
      log.error("store.rollback", errorFields(error));
    }
  };

  const transact = async <T>(
    work: (tx: StoreTx) => Promise<T>,
  ): Promise<[T, readonly string[]]> => {
    assertUsable();
    if (isReadOnly) {
      connections.reopenIfWritable();
      isReadOnly = false;
    }
    await whenFree(() => writer.run("BEGIN IMMEDIATE"));
    const transaction = createTransaction();
    const builders = buildersOf(writer, (execute) => {
      transaction.assertOpen();
      try {
        return execute();
      } catch (error) {
        transaction.failed(error);
        throw error;
      }
    });
    try {
      const result = await guard.run(() => work(transaction.handle(builders, tables)));
      transaction.revoke();
      const events = transaction.finish();
      writer.run("COMMIT");
      return [result, events];
    } catch (error) {
      transaction.revoke();
      rollback();
      throw error;
    }
  };

  return {
    engine: "sqlite",
    tables,
    read: guardReader(readBuilders, tables, guard),
    async write(work) {
      guard.refuseWrite();
      const begin = writeQueue.enter();
      return oneAtATime(async () => {
        begin();
        const [result, events] = await transact(work).catch((error: unknown) => {
          isReadOnly ||= storeTroubleOf(error) === "read_only";
          throw troubles.report(error);
        });
        for (const event of events) subscribers.receive(event);
        return result;
      });
    },
    subscribe: async (onEvent, onGap) => {
      const remove = subscribers.add(onEvent, onGap);
      return async () => remove();
    },
    onTrouble: troubles.add,
    writeQueue,
    ping: async () => {
      assertUsable();
      reader.run("SELECT 1");
    },
    close: () =>
      oneAtATime(async () => {
        if (isClosed) return;
        isClosed = true;
        connections.close();
        unlock();
      }),
  };
};
