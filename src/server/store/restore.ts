import { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { chmod, rename, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { isBusy } from "./busy.ts";
import { syncFile } from "./copy-database.ts";
import { databaseFile, siblingFile } from "./files.ts";
import { lockFolder } from "./folder-lock.ts";
import { EMBEDDED_MIGRATIONS, type Migration, pendingMigrations } from "./journal.ts";
import { readSqliteJournal } from "./migrate-sqlite.ts";
import type { StoreOptions } from "./open.ts";
import { copyPrivately, ensureDataDir, ensureOwnFile, giveTo } from "./private-files.ts";
import { StoreError } from "./store-error.ts";

const SIDECARS = ["-wal", "-shm"] as const;

const removeAll = async (file: string) => {
  for (const part of ["", ...SIDECARS]) await rm(file + part, { force: true });
};

/** Takes the write-ahead log into the file, which then is the whole database. */
const leaveWal = (connection: Database) => {
  connection.run("PRAGMA busy_timeout = 0");
  connection.run("PRAGMA journal_mode = DELETE");
};

const check = (connection: Database, known: readonly Migration[]) => {
  leaveWal(connection);
  const [finding] = connection.query("PRAGMA integrity_check").values();
  if (finding?.[0] !== "ok") throw new StoreError(`It is damaged: ${String(finding?.[0])}`);
  const applied = readSqliteJournal(connection);
  if (applied.length === 0) throw new StoreError("It is not a Lynxden database.");
  pendingMigrations(applied, known);
  if (connection.query("PRAGMA foreign_key_check").values().length > 0)
    throw new StoreError("It is damaged: rows lack what they refer to.");
};

/** Whoever has logged out since, or was signed out, would be signed in again. */
const endSessions = (connection: Database) => {
  const tables = connection.query("SELECT 1 FROM sqlite_master WHERE name = 'sessions'").values();
  if (tables.length > 0) connection.run("DELETE FROM sessions");
};

/**
 * Checks a copy, and signs everybody out of it.
 * @throws {StoreError} when `copy` is not a sound database of this program or an older one.
 */
const prepareCopy = (copy: string, original: string, known: readonly Migration[]) => {
  const connection = new Database(copy);
  try {
    check(connection, known);
    endSessions(connection);
  } catch (error) {
    const reason =
      error instanceof StoreError ? error.message : `It is not readable: ${String(error)}`;
    throw new StoreError(`${original} cannot be restored. ${reason}`, { cause: error });
  } finally {
    connection.close();
  }
};

/** Empties the write-ahead log of the present database, if the database is sound enough for that. */
const settle = (database: string) => {
  const connection = new Database(database);
  try {
    leaveWal(connection);
  } catch (error) {
    if (isBusy(error))
      throw new StoreError(`Another program has ${database} open: close it first.`);
  } finally {
    connection.close();
  }
};

/**
 * Keeps the present database under another name, with what a crash has left in its log, and leaves
 * it without a log, which would spoil the database that comes in its place.
 */
const putAside = async (database: string, aside: string) => {
  await copyPrivately(database, aside);
  await syncFile(aside);
  if (existsSync(`${database}-wal`)) await copyPrivately(`${database}-wal`, `${aside}-wal`);
  try {
    settle(database);
  } catch (error) {
    await removeAll(aside);
    throw error;
  }
  for (const sidecar of SIDECARS) await rm(database + sidecar, { force: true });
};

const replaceDatabase = async (options: StoreOptions, original: string) => {
  const { dataDir, clock, log } = options;
  const database = databaseFile(dataDir);
  const copy = join(dataDir, "lynxden.restore.partial");
  try {
    ensureOwnFile(copy);
    await copyPrivately(original, copy);
    if (existsSync(`${original}-wal`)) await copyPrivately(`${original}-wal`, `${copy}-wal`);
    prepareCopy(copy, original, EMBEDDED_MIGRATIONS.sqlite);
    await syncFile(copy);
    const aside = existsSync(database) ? siblingFile(dataDir, "replaced", clock.now()) : null;
    if (aside !== null) {
      const replaced = await stat(database);
      await putAside(database, aside);
      for (const part of [copy, aside, `${aside}-wal`])
        if (existsSync(part)) giveTo(part, replaced);
      await chmod(copy, replaced.mode & 0o777);
    }
    await rename(copy, database);
    log.info("store.restored", { from: original, replaced: aside });
    return { replaced: aside };
  } finally {
    await removeAll(copy);
  }
};

/**
 * Puts the database in `file` in the place of the present one, without its sessions. Migrations it
 * lacks are applied by the next start.
 * @returns where the replaced database is kept, or null when there was none.
 * @throws {StoreError} while a site runs on the folder, when `file` is not a sound database of this
 *   program or an older one, or when the database is not SQLite. Nothing is changed then.
 */
export const restore = async (
  options: StoreOptions,
  file: string,
): Promise<{ replaced: string | null }> => {
  const { databaseUrl, dataDir } = options;
  if (databaseUrl !== null)
    throw new StoreError(
      `PostgreSQL brings its own tool: pg_restore --clean --if-exists --dbname="$DATABASE_URL" ${file}`,
    );
  const original = resolve(file);
  if (!existsSync(original)) throw new StoreError(`There is no file ${original}.`);
  await ensureDataDir(dataDir);
  const unlock = lockFolder(dataDir, "alone");
  if (unlock === null)
    throw new StoreError(`A site is running on ${dataDir}: stop it before you restore.`);
  try {
    return await replaceDatabase(options, original);
  } finally {
    unlock();
  }
};
