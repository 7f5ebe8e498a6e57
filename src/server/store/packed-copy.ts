import { Database } from "bun:sqlite";
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress, createZstdDecompress } from "node:zlib";
import { BACKUPS } from "#shared/data-messages.ts";
import {
  backupLockFile,
  copyDatabase,
  databaseFile,
  ensureDataDir,
  ensurePrivateFile,
  lockForBackup,
  syncFile,
} from "./data-folder.ts";
import {
  EMBEDDED_MIGRATIONS,
  type Migration,
  pendingMigrations,
  readSqliteJournal,
} from "./migrate.ts";
import { StoreError, storeTroubleOf } from "./trouble.ts";

const MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
/** Of a database, a fifth; twice as much takes three times as long. */
const LEVEL = 6;

const through = async (from: string, change: NodeJS.ReadWriteStream, to: string) => {
  ensurePrivateFile(to);
  await pipeline(createReadStream(from), change, createWriteStream(to));
  await syncFile(to);
};

/** Whether a file is compressed as backups of the site are. */
export const isPacked = async (file: string): Promise<boolean> => {
  const handle = await open(file, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0);
    return bytesRead === MAGIC.length && buffer.equals(MAGIC);
  } finally {
    await handle.close();
  }
};

/** Compresses a file, with a checksum of all that is in it. */
const pack = (from: string, to: string): Promise<void> =>
  through(
    from,
    createZstdCompress({
      params: {
        [constants.ZSTD_c_compressionLevel]: LEVEL,
        [constants.ZSTD_c_checksumFlag]: 1,
      },
    }),
    to,
  );

/** @throws where the file is cut off or was changed. */
export const unpack = (from: string, to: string): Promise<void> =>
  through(from, createZstdDecompress(), to);

/**
 * Makes sure that a SQLite file is a whole database of this program, or of an older one.
 * @returns the migrations that it lacks.
 * @throws {StoreError} with a sentence where it is not.
 */
export const checkCopy = (
  connection: Database,
  known: readonly Migration[],
): readonly Migration[] => {
  const [finding] = connection.query("PRAGMA integrity_check").values();
  if (finding?.[0] !== "ok") throw new StoreError(`It is damaged: ${String(finding?.[0])}`);
  const applied = readSqliteJournal(connection);
  if (applied.length === 0) throw new StoreError("It is not a Lynxden database.");
  const pending = pendingMigrations(applied, known);
  if (connection.query("PRAGMA foreign_key_check").values().length > 0)
    throw new StoreError("It is damaged: rows lack what they refer to.");
  return pending;
};

/** How many rows each table has. */
const countRows = (connection: Database): ReadonlyMap<string, number> => {
  const tables = connection
    .query("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    .values()
    .map(([name]) => String(name));
  return new Map(
    tables.map((name) => [
      name,
      Number(connection.query(`SELECT count(*) FROM "${name}"`).values()[0]?.[0]),
    ]),
  );
};

const SAID_MAX_CHARACTERS = 300;
/** What the C library calls ENOSPC: the tools of PostgreSQL have no exit code for it. */
const DISK_FULL = /No space left on device/;
/** How long it waits for somebody who changes the shape of a table. */
const LOCK_WAIT_SECONDS = 60;

/** The address without its password, which everybody on this machine would see in the list of processes. */
const openly = (databaseUrl: string) => {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = "";
  return { address: url.href, password };
};

const run = async <Result>(
  [tool = "", ...words]: readonly string[],
  { signal, env = {} }: { signal: AbortSignal; env?: Readonly<Record<string, string>> },
  read: (output: ReadableStream<Uint8Array>) => Promise<Result>,
): Promise<Result> => {
  const program = Bun.which(tool, { PATH: process.env["PATH"] ?? "" });
  if (program === null) throw new StoreError(BACKUPS.noTool(tool));
  const child = Bun.spawn([program, ...words], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    // What it says is looked at.
    env: { ...process.env, LC_ALL: "C", ...env },
    signal,
  });
  const [result, said, code] = await Promise.all([
    read(child.stdout),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (code !== 0)
    throw new StoreError(
      BACKUPS.toolFailed(tool, said.trim().slice(0, SAID_MAX_CHARACTERS) || `exit code ${code}`),
      DISK_FULL.test(said)
        ? { cause: Object.assign(new Error(said.trim()), { code: "ENOSPC" }) }
        : {},
    );
  return result;
};

/**
 * Dumps a PostgreSQL into a file, in the compressed form that `pg_restore` reads.
 * @throws {StoreError} where `pg_dump` is missing or fails.
 */
export const dump = async (
  databaseUrl: string,
  file: string,
  signal: AbortSignal,
): Promise<void> => {
  const { address, password } = openly(databaseUrl);
  const words = ["--format=custom", `--lock-wait-timeout=${LOCK_WAIT_SECONDS}s`, "--no-password"];
  const env: Readonly<Record<string, string>> = password === "" ? {} : { PGPASSWORD: password };
  await run(
    ["pg_dump", ...words, `--file=${file}`, `--dbname=${address}`],
    { signal, env },
    (output) => new Response(output).text(),
  );
};

/** The table whose rows follow such a line, `COPY public.users (id, email) FROM stdin;`; null for others. */
const tableCopied = (line: string): string | null => {
  if (!line.startsWith("COPY ") || !line.endsWith(") FROM stdin;")) return null;
  const name = line.slice("COPY ".length, line.indexOf(" (")).split(".").at(-1) ?? "";
  return name.replaceAll('"', "");
};
const END = "\\.";
const LINE_FEED = 0x0a;
/** No statement is longer; a row may be, and needs only to be counted. */
const HEAD_BYTES = 4096;

/** Counts the rows that a dump would write, without keeping any of them. */
const countTableRows = async (
  output: ReadableStream<Uint8Array>,
): Promise<ReadonlyMap<string, number>> => {
  const rows = new Map<string, number>();
  let table: string | null = null;
  let head = Buffer.alloc(0);
  const endLine = () => {
    const line = head.toString("utf8");
    head = Buffer.alloc(0);
    if (table === null) {
      table = tableCopied(line);
      if (table !== null) rows.set(table, 0);
    } else if (line === END) table = null;
    else rows.set(table, (rows.get(table) ?? 0) + 1);
  };
  for await (const chunk of output) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let from = 0;
    for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, from)) {
      if (head.length < HEAD_BYTES)
        head = Buffer.concat([head, bytes.subarray(from, Math.min(at, from + HEAD_BYTES))]);
      endLine();
      from = at + 1;
    }
    if (head.length < HEAD_BYTES)
      head = Buffer.concat([head, bytes.subarray(from, from + HEAD_BYTES)]);
  }
  return rows;
};

/**
 * Reads a dump from its first byte to its last.
 * @returns how many rows it has of each table.
 * @throws {StoreError} where it cannot be read.
 */
const countDumpedRows = (file: string, signal: AbortSignal): Promise<ReadonlyMap<string, number>> =>
  run(["pg_restore", "--data-only", "--file=-", file], { signal }, countTableRows);

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
