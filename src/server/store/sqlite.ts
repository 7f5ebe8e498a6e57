import { Database } from "bun:sqlite";
import { drizzle } from "drizzle-orm/bun-sqlite";
import { type Log, errorFields } from "#server/log.ts";
import { whenFree } from "./busy.ts";
import { KITS } from "./columns.ts";
import { databaseFile, ensureDataDir } from "./files.ts";
import { lockFolder } from "./folder-lock.ts";
import { createMutex } from "./mutex.ts";
import { defineSchema } from "./schema.ts";
import { type Around, keepStatements } from "./statements.ts";
import { StoreError } from "./store-error.ts";
import type { Reader, Store, Tx } from "./store.ts";
import { createSubscribers } from "./subscribers.ts";
import { createTransaction } from "./transaction.ts";
import { StoreClosed } from "./trouble.ts";
import { createTroubleListeners } from "./trouble-listeners.ts";
import { createWriteGuard, guardReader } from "./write-guard.ts";

/** Only a crash's recovery keeps readers out, for an instant. In milliseconds. */
const READ_BUSY_MS = 1000;

type Connection = ReturnType<typeof keepStatements>;

/** The builders of both dialects have the same methods: see `KITS`. */
const buildersOf = (connection: Connection, around: Around) =>
  drizzle({ client: connection.as(around) }) as unknown as Reader &
    Pick<Tx, "insert" | "update" | "delete">;

const openWriter = async (file: string) => {
  const connection = new Database(file);
  try {
    connection.run("PRAGMA busy_timeout = 0");
    await whenFree(() => connection.run("PRAGMA journal_mode = WAL"));
    connection.run("PRAGMA synchronous = FULL");
    connection.run("PRAGMA foreign_keys = ON");
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
};

/** Its own connection, so that it never sees half a transaction of the writer's. */
const openReader = (file: string) => {
  const connection = new Database(file, { readonly: true });
  connection.run(`PRAGMA busy_timeout = ${READ_BUSY_MS}`);
  return connection;
};

const openBoth = async (file: string) => {
  const writing = await openWriter(file);
  try {
    return { writing, reading: openReader(file) };
  } catch (error) {
    writing.close();
    throw error;
  }
};

/**
 * Opens the SQLite database of a data folder, which is made where it is missing. Does not migrate.
 * @throws {StoreError} while a restore replaces the database.
 */
export const openSqlite = async (options: { dataDir: string; log: Log }): Promise<Store> => {
  await ensureDataDir(options.dataDir);
  const unlock = lockFolder(options.dataDir, "shared");
  if (unlock === null)
    throw new StoreError(`A restore is replacing the database in ${options.dataDir}: try again.`);
  try {
    const { writing, reading } = await openBoth(databaseFile(options.dataDir));
    return createSqliteStore(writing, reading, options.log, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
};

const createSqliteStore = (
  writing: Database,
  reading: Database,
  log: Log,
  unlock: () => void,
): Store => {
  const writer = keepStatements(writing);
  const reader = keepStatements(reading);
  const guard = createWriteGuard();
  const oneAtATime = createMutex();
  const subscribers = createSubscribers(log);
  const troubles = createTroubleListeners();
  let isClosed = false;
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
      if (writing.inTransaction) writer.run("ROLLBACK");
    } catch (error) {
      log.error("store.rollback", errorFields(error));
    }
  };

  const transact = async <T>(work: (tx: Tx) => Promise<T>): Promise<[T, readonly string[]]> => {
    assertUsable();
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
      const result = await guard.run(() => work(transaction.handle(builders)));
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
    tables: defineSchema(KITS.sqlite),
    read: guardReader(readBuilders, guard),
    async write(work) {
      guard.refuseWrite();
      return oneAtATime(async () => {
        const [result, events] = await transact(work).catch((error: unknown) => {
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
    ping: async () => {
      assertUsable();
      reader.run("SELECT 1");
    },
    close: () =>
      oneAtATime(async () => {
        if (isClosed) return;
        isClosed = true;
        reader.close();
        writer.close();
        unlock();
      }),
  };
};
