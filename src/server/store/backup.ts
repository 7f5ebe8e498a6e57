import { Database } from "bun:sqlite";
import { existsSync, statSync } from "node:fs";
import { chmod, rename, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { BACKUPS, FILE_TROUBLES } from "#shared/data-messages.ts";
import {
  copyDatabase,
  copyPrivately,
  databaseFile,
  ensureDataDir,
  ensureOwnFile,
  giveTo,
  isBusy,
  lockFolder,
  siblingFile,
  SIDECARS,
  syncFile,
} from "./data-folder.ts";
import { EMBEDDED_MIGRATIONS, type Migration } from "./migrate.ts";
import type { StoreOptions } from "./open.ts";
import { checkCopy, isPacked, unpack } from "./packed-copy.ts";
import { StoreError } from "./trouble.ts";

const removeSidecars = async (file: string) => {
  for (const sidecar of SIDECARS) await rm(file + sidecar, { force: true });
};

const removeAll = async (file: string) => {
  await rm(file, { force: true });
  await removeSidecars(file);
};

/** Takes the write-ahead log into the file, which then is the whole database. */
const leaveWal = (connection: Database) => {
  connection.run("PRAGMA busy_timeout = 0");
  connection.run("PRAGMA journal_mode = DELETE");
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
    leaveWal(connection);
    checkCopy(connection, known);
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
 * Keeps the present database under another name, with what a crash has left in its log.
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
};

const unpackWhole = async (original: string, copy: string) => {
  try {
    await unpack(original, copy);
  } catch (error) {
    const { message } = error as Error;
    throw new StoreError(`${original} cannot be restored. It is damaged: ${message}`, {
      cause: error,
    });
  }
};

const replaceDatabase = async (options: StoreOptions, original: string) => {
  const { dataDir, clock, log } = options;
  const database = databaseFile(dataDir);
  const copy = join(dataDir, "lynxden.restore.partial");
  const isCompressed = await isPacked(original);
  try {
    ensureOwnFile(copy);
    if (isCompressed) await unpackWhole(original, copy);
    else await copyPrivately(original, copy);
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
    // A log of the database that was here, or was lost, would spoil the one that comes in its place.
    await removeSidecars(database);
    await rename(copy, database);
    log.info("store.restored", { from: original, replaced: aside });
    return { replaced: aside };
  } finally {
    await removeAll(copy);
  }
};

/**
 * Puts the database in `file`, which may be compressed, in the place of the present one, without its sessions. Migrations it
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
  if (databaseUrl !== null) throw new StoreError(BACKUPS.restoreDump(file));
  const original = resolve(file);
  if (!existsSync(original)) throw new StoreError(`There is no file ${original}.`);
  if (statSync(original).isDirectory()) throw new StoreError(FILE_TROUBLES.EISDIR(original));
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

/**
 * Copies the database into `file` as it is at this moment, while the site serves. Belongs in a
 * process of its own: copying stops everything else in it.
 * @throws {StoreError} when there is already such a file, when it cannot be written or the database
 *   not be read, or when the database is not SQLite.
 */
export const backup = async (
  options: { databaseUrl: string | null; dataDir: string },
  file: string,
): Promise<void> => {
  if (options.databaseUrl !== null)
    throw new StoreError(
      `PostgreSQL brings its own tool: pg_dump --format=custom --file=${file} "$DATABASE_URL"`,
    );
  const from = databaseFile(options.dataDir);
  if (!existsSync(from)) throw new StoreError(`There is no database in ${options.dataDir}.`);
  if (existsSync(file)) throw new StoreError(`${resolve(file)} exists already. Name another file.`);
  try {
    await copyDatabase(from, resolve(file));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreError(`The database could not be copied to ${resolve(file)}: ${reason}`, {
      cause: error,
    });
  }
};
