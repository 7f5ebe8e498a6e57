import { Database } from "bun:sqlite";
import { accessSync, chmodSync, constants, existsSync, statSync } from "node:fs";
import { whenFree } from "./busy.ts";
import { ensureOwnFile } from "./private-files.ts";
import { keepStatements } from "./statements.ts";

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
export type Connections = {
  readonly writer: ReturnType<typeof keepStatements>;
  readonly reader: ReturnType<typeof keepStatements>;
  /** True while a transaction of the writer's is open. */
  isInTransaction(): boolean;
  /**
   * Opens both anew where the file, which could not be written, can be by now: a connection that was
   * opened for reading alone stays so. Call it outside a transaction.
   */
  reopenIfWritable(): void;
  close(): void;
};

/**
 * Opens the database in `file`, which is made where it is missing.
 * @param isLookedAt nothing is made or changed, and nothing can be written.
 */
export const openConnections = async (file: string, isLookedAt = false): Promise<Connections> => {
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
    close,
  };
};
