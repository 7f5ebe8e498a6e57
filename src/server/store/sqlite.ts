import { Database, type Statement } from "bun:sqlite";
import { accessSync, chmodSync, constants, existsSync, statSync } from "node:fs";
import { drizzle } from "drizzle-orm/bun-sqlite";
import { errorFields, type Log } from "#server/core/log.ts";
import { KITS } from "./columns.ts";
import { databaseFile, ensureDataDir, ensureOwnFile, lockFolder, whenFree } from "./data-folder.ts";
import { createLruMap } from "./lru-map.ts";
import { tablesOfStore } from "./schema.ts";
import type { Store, StoreTx } from "./store.ts";
import {
  type Builders,
  createMutex,
  createSubscribers,
  createTransaction,
  createTroubleListeners,
  createWriteGuard,
  createWriteQueue,
  guardReader,
} from "./transaction.ts";
import { StoreClosed, StoreError, storeTroubleOf } from "./trouble.ts";

/** How many different statements stay compiled. */
const STATEMENTS = 200;

type Row = readonly unknown[];
type Param = Parameters<Statement["values"]>[number];

/** Compiled statements of one connection, by their text. Least recently used ones give way. */
const createStatements = (connectionNow: () => Database) => {
  const byText = createLruMap<string, Statement>(STATEMENTS, (statement) => statement.finalize());
  return {
    find(text: string): Statement {
      const known = byText.get(text);
      if (known !== undefined) return known;
      const statement = connectionNow().prepare(text);
      byText.set(text, statement);
      return statement;
    },
    forget: byText.clear,
  };
};

/** Wraps every execution of a statement, such as to refuse it. */
type Around = <T>(execute: () => T) => T;

/**
 * What drizzle needs of a connection, with its statements kept compiled.
 * @param connectionNow the connection as it is now; call `forget` before it is another.
 * @returns `as(around)`: the connection as drizzle's client, every execution inside `around`.
 */
const keepStatements = (connectionNow: () => Database) => {
  const statements = createStatements(connectionNow);
  return {
    as(around: Around): Database {
      const client = {
        prepare: (text: string) => ({
          run: (...params: Param[]) => around(() => statements.find(text).run(...params)),
          all: (...params: Param[]): unknown[] =>
            around(() => statements.find(text).all(...params)),
          values: (...params: Param[]): Row[] =>
            around(() => statements.find(text).values(...params)),
        }),
      };
      // drizzle-orm/bun-sqlite calls nothing else of a client (its session.js, 0.45.4).
      return client as unknown as Database;
    },
    run: (text: string) => {
      statements.find(text).run();
    },
    forget: () => statements.forget(),
  };
};

/** Only a crash's recovery keeps readers out, for an instant. In milliseconds. */
const READ_BUSY_MS = 1000;

const setUpWriter = (connection: Database) => {
  connection.run("PRAGMA busy_timeout = 0");
  connection.run("PRAGMA synchronous = FULL");
  connection.run("PRAGMA foreign_keys = ON");
};

const openWriter = async (file: string) => {
  ensureOwnFile(file);
  const connection = new Database(file);
  try {
    setUpWriter(connection);
    await whenFree(() => connection.run("PRAGMA journal_mode = WAL"));
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
};

/** Leaves the file as it is, also where others may read it: whoever looks tells the owner. */
const openLooker = (file: string) => {
  // Not `readonly`: such a connection leaves the write-ahead log behind that it has to make.
  const connection = new Database(file, { readwrite: true, create: false });
  connection.run("PRAGMA query_only = ON");
  connection.run(`PRAGMA busy_timeout = ${READ_BUSY_MS}`);
  // Nothing is read before somebody asks: a file that is no database is found out here.
  connection.query("PRAGMA schema_version").get();
  return connection;
};

/** Its own connection, so that it never sees half a transaction of the writer's. */
const openReader = (file: string) => {
  const connection = new Database(file, { readonly: true });
  connection.run(`PRAGMA busy_timeout = ${READ_BUSY_MS}`);
  return connection;
};

const isWritable = (file: string) => {
  try {
    accessSync(file, constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

/** SQLite gives the files beside the database its mode as it was then; they must not outlast it. */
const freeSidecars = (file: string) => {
  const { mode } = statSync(file);
  for (const sidecar of [`${file}-wal`, `${file}-shm`])
    if (existsSync(sidecar) && !isWritable(sidecar)) chmodSync(sidecar, mode & 0o777);
};

/** The two connections of a store, with their statements kept compiled. */
type Connections = {
  readonly writer: ReturnType<typeof keepStatements>;
  readonly reader: ReturnType<typeof keepStatements>;
  /** True while a transaction of the writer's is open. */
  isInTransaction(): boolean;
  /**
   * Opens both anew where the file, which could not be written, can be by now: a connection that was
   * opened for reading alone stays so. Call it outside a transaction.
   */
  reopenIfWritable(): void;
  releaseMemory(): void;
  close(): void;
};

/**
 * Opens the database in `file`, which is made where it is missing.
 * @param isLookedAt nothing is made or changed, and nothing can be written.
 */
const openConnections = async (file: string, isLookedAt = false): Promise<Connections> => {
  let writing = isLookedAt ? openLooker(file) : await openWriter(file);
  let reading: Database;
  try {
    reading = isLookedAt ? openLooker(file) : openReader(file);
  } catch (error) {
    writing.close();
    throw error;
  }
  const writer = keepStatements(() => writing);
  const reader = keepStatements(() => reading);
  const close = () => {
    reader.forget();
    writer.forget();
    reading.close(true);
    writing.close(true);
  };
  return {
    writer,
    reader,
    isInTransaction: () => writing.inTransaction,
    reopenIfWritable: () => {
      if (!isWritable(file)) return;
      close();
      freeSidecars(file);
      writing = new Database(file);
      setUpWriter(writing);
      reading = openReader(file);
    },
    releaseMemory: () => {
      // SQLite does so when it compiles the statement: one that is kept compiled would do it once.
      for (const connection of [writing, reading]) connection.run("PRAGMA shrink_memory");
    },
    close,
  };
};

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
    releaseMemory: () => {
      if (!isClosed) connections.releaseMemory();
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
