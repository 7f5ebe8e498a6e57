import { Database } from "bun:sqlite";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { BACKUPS } from "#shared/backup-messages.ts";
import { checkCopy, countRows } from "./check-copy.ts";
import { copyDatabase } from "./copy-database.ts";
import { backupLockFile, databaseFile } from "./files.ts";
import { lockForBackup } from "./folder-lock.ts";
import { EMBEDDED_MIGRATIONS } from "./journal.ts";
import { countDumpedRows, dump } from "./pg-dump.ts";
import { ensureDataDir, ensurePrivateFile } from "./private-files.ts";
import { StoreError } from "./store-error.ts";
import { storeTroubleOf } from "./trouble.ts";
import { pack, unpack } from "./zstd.ts";

/** What a copy is made of before it is in its place. Whatever is left of one that was killed is removed. */
const WORK = "lynxden.backup.";

export type PackedCopy = {
  file: string;
  /** In all tables together. */
  rows: number;
};

type Where = { databaseUrl: string | null; dataDir: string };

const hashOf = async (file: string): Promise<string> => {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
};

/** Opens what was read back, and makes sure that it is a whole database. @returns its rows. */
const verify = (file: string): number => {
  const connection = new Database(file, { readonly: true });
  try {
    const pending = checkCopy(connection, EMBEDDED_MIGRATIONS.sqlite);
    if (pending.length > 0) throw new StoreError(`It lacks migrations: ${pending.length}.`);
    return [...countRows(connection).values()].reduce((sum, rows) => sum + rows, 0);
  } catch (error) {
    const reason = error instanceof StoreError ? error.message : String(error);
    throw new StoreError(BACKUPS.unsound(reason), { cause: error });
  } finally {
    connection.close();
  }
};

const copySqlite = async (dataDir: string, file: string): Promise<number> => {
  const [plain, back] = [join(dataDir, `${WORK}copy`), join(dataDir, `${WORK}back`)];
  await copyDatabase(databaseFile(dataDir), plain);
  const hash = await hashOf(plain);
  await pack(plain, file);
  await rm(plain);
  await unpack(file, back);
  if ((await hashOf(back)) !== hash) throw new StoreError(BACKUPS.changed);
  const rows = verify(back);
  await rm(back);
  return rows;
};

const copyPostgres = async (databaseUrl: string, file: string, signal: AbortSignal) => {
  ensurePrivateFile(file);
  await dump(databaseUrl, file, signal);
  const rows = await countDumpedRows(file, signal);
  const migrations = rows.get("migrations") ?? 0;
  // A newer release may have migrated it meanwhile.
  if (migrations < EMBEDDED_MIGRATIONS.postgres.length)
    throw new StoreError(BACKUPS.unsound(`It has ${migrations} migrations.`));
  return [...rows.values()].reduce((sum, count) => sum + count, 0);
};

const removeWork = async (dataDir: string) => {
  const lock = backupLockFile(dataDir);
  const files = (await readdir(dataDir))
    .filter((name) => name.startsWith(WORK))
    .map((name) => join(dataDir, name));
  for (const file of files) if (file !== lock) await rm(file, { force: true });
};

/** Whether a backup failed because a disk is full, here or in its place. */
export const isDiskFull = (error: unknown): boolean => storeTroubleOf(error) === "full";

/** A failure as its owner reads it. */
const sentenceOf = (error: unknown, dataDir: string): StoreError => {
  if (error instanceof StoreError) return error;
  const { message } = error as { message?: unknown };
  const sentence = isDiskFull(error)
    ? BACKUPS.diskFull(dataDir)
    : BACKUPS.uncopied(String(message));
  return new StoreError(sentence, { cause: error });
};

/** @throws {StoreError} while another backup is made in the folder. */
const claimWork = async (dataDir: string): Promise<() => void> => {
  try {
    await ensureDataDir(dataDir);
    const unlock = lockForBackup(dataDir);
    if (unlock === null) throw new StoreError(BACKUPS.beingMade(dataDir));
    return unlock;
  } catch (error) {
    throw sentenceOf(error, dataDir);
  }
};

/**
 * Copies the database as it is at one moment, while others read and write it; compresses the copy,
 * reads it back and makes sure that it is whole. Belongs in a process of its own: it stops everything
 * else in it.
 * @param use moves the copy to its place: afterwards it is removed.
 * @throws {StoreError} with a sentence for the owner. Nothing is left behind, whatever happens.
 */
export const withPackedCopy = async <Result>(
  { databaseUrl, dataDir }: Where,
  signal: AbortSignal,
  use: (copy: PackedCopy) => Promise<Result>,
): Promise<Result> => {
  const unlock = await claimWork(dataDir);
  const file = join(dataDir, `${WORK}packed`);
  try {
    await removeWork(dataDir);
    const making =
      databaseUrl === null ? copySqlite(dataDir, file) : copyPostgres(databaseUrl, file, signal);
    const rows = await making.catch((error: unknown) => {
      throw sentenceOf(error, dataDir);
    });
    return await use({ file, rows });
  } finally {
    try {
      await removeWork(dataDir);
    } finally {
      unlock();
    }
  }
};
