import { Database } from "bun:sqlite";
import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  createReadStream,
  createWriteStream,
  existsSync,
  openSync,
  readdirSync,
  statSync,
} from "node:fs";
import { chmod, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Log } from "#server/core/log.ts";
import { StoreError } from "./trouble.ts";

/** Where SQLite's database lives in the data folder. */
export const databaseFile = (dataDir: string) => join(dataDir, "lynxden.sqlite");

/** What SQLite keeps beside a database, and takes for a part of any database of that name. */
export const SIDECARS = ["-wal", "-shm", "-journal"] as const;

/** Held while the database is open: see `lockFolder`. */
const lockFile = (dataDir: string) => join(dataDir, "lynxden.lock");

/** Held by the one process that serves from the folder: see `lockFolder`. */
const serveLockFile = (dataDir: string) => join(dataDir, "lynxden.serve.lock");

/** Held by whoever makes a backup in the folder: see `lockFolder`. */
export const backupLockFile = (dataDir: string) => join(dataDir, "lynxden.backup.lock");

/** A file beside the database that nothing is using, such as `lynxden.before-0002_points.…`. */
export const siblingFile = (dataDir: string, purpose: string, at: Date) =>
  join(dataDir, `lynxden.${purpose}.${at.toISOString().replaceAll(/[:.]/g, "-")}.sqlite`);

/** How long to wait for another process that holds the database, in milliseconds. */
const BUSY_WAIT_MS = 10_000;
const LONGEST_PAUSE_MS = 50;
const SQLITE_BUSY = 5;

/** True where another process holds the lock that a statement needs. */
export const isBusy = (error: unknown) =>
  error instanceof Error && "errno" in error && (Number(error.errno) & 0xff) === SQLITE_BUSY;

/**
 * Runs `attempt` until no other process is in its way. Waits without stopping the event loop, which
 * is what SQLite's own `busy_timeout` would do.
 * @param waitMs how long to keep trying.
 * @throws {StoreError} when the other process does not let go in time.
 */
export const whenFree = async <T>(attempt: () => T, waitMs = BUSY_WAIT_MS): Promise<T> => {
  const startedMs = performance.now();
  for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() - startedMs >= waitMs)
        throw new StoreError(
          `Another process has held the database for more than ${waitMs / 1000} s. Is a migration, a restore or a database tool at work on it?`,
          { cause: error },
        );
      await Bun.sleep(pauseMs * (0.5 + Math.random()));
    }
  }
};

/** What people other than the owner may do with a file or folder. */
const OTHERS = 0o077;
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** Windows has none of this: there a file is as private as its folder. */
const HAS_MODES = process.platform !== "win32";
const IS_ROOT = process.geteuid?.() === 0;

/** Whoever may not is told at the start (`closeToOthers`). */
const attempt = (work: () => void): boolean => {
  try {
    work();
    return true;
  } catch {
    return false;
  }
};

/** Makes the data folder where it is missing, closed to other users: it holds personal data. */
export const ensureDataDir = async (dataDir: string): Promise<void> => {
  const made = await mkdir(dataDir, { recursive: true, mode: FOLDER_MODE });
  if (made !== undefined && HAS_MODES) await chmod(dataDir, FOLDER_MODE);
};

/** Gives what root has made to the user that the site runs as, who could not use it otherwise. */
export const giveTo = (file: string, { uid, gid }: { uid: number; gid: number }): void => {
  if (IS_ROOT && HAS_MODES) chownSync(file, uid, gid);
};

/** Takes away what others may do with a file of ours. @returns whether nobody else may use it now. */
const closeFile = (file: string): boolean => {
  const { mode } = statSync(file);
  return (mode & OTHERS) === 0 || attempt(() => chmodSync(file, mode & 0o700));
};

/**
 * Makes a file where it is missing, and closes it to other users, whatever the umask: to be called
 * before SQLite opens it, which gives its write-ahead log the same mode.
 */
export const ensurePrivateFile = (file: string): void => {
  if (!HAS_MODES) return;
  if (existsSync(file)) {
    closeFile(file);
    return;
  }
  closeSync(openSync(file, "a", FILE_MODE));
  chmodSync(file, FILE_MODE);
};

/** The same in the data folder: what root makes there belongs to whom the folder does. */
export const ensureOwnFile = (file: string): void => {
  const isNew = !existsSync(file);
  ensurePrivateFile(file);
  if (isNew) giveTo(file, statSync(dirname(file)));
};

/** Copies a file so that nobody else can read the copy at any moment. */
export const copyPrivately = async (from: string, to: string): Promise<void> => {
  ensurePrivateFile(to);
  await pipeline(createReadStream(from), createWriteStream(to, { mode: FILE_MODE }));
};

/** The files that are ours: database, logs, locks and safety copies. */
const filesIn = (dataDir: string): string[] =>
  readdirSync(dataDir, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.startsWith("lynxden."))
    .map(({ name }) => join(dataDir, name))
    .toSorted();

const isOpen = (path: string) => HAS_MODES && (statSync(path).mode & OTHERS) !== 0;

/** What other users of this machine may do something with: files of ours, and the folder itself. */
type OpenToOthers = { files: string[]; isFolderOpen: boolean };

/** Looks alone: changes nothing. */
export const findOpenToOthers = (dataDir: string): OpenToOthers => {
  return { files: filesIn(dataDir).filter(isOpen), isFolderOpen: isOpen(dataDir) };
};

/**
 * Closes the files of the data folder to other users, and tells the owner which they could read until
 * now, which they still can, and whether the folder is open. The folder is left as it is: it may be
 * shared on purpose.
 */
export const closeToOthers = (dataDir: string, log: Log): void => {
  const warn = (message: string) => log.warn("store.readable_by_others", { message });
  const { files: open, isFolderOpen } = findOpenToOthers(dataDir);
  const left = open.filter((file) => !closeFile(file));
  const closed = open.filter((file) => !left.includes(file));
  if (closed.length > 0)
    warn(`Other users of this machine could read ${closed.join(", ")} until now.`);
  if (left.length > 0)
    warn(`Other users of this machine can read ${left.join(", ")}: chmod 600 them.`);
  if (isFolderOpen) warn(`Other users of this machine can look into ${dataDir}: chmod 700 it.`);
};

/**
 * SQLite's own lock on an empty file, so it works on every platform and ends with its process,
 * however that ends.
 * @returns a function that lets go, or null when others are in the way.
 */
const lockOn = (file: string, mode: "shared" | "alone"): (() => void) | null => {
  ensureOwnFile(file);
  const lock = new Database(file);
  try {
    lock.run("PRAGMA busy_timeout = 0");
    if (mode === "alone") lock.run("BEGIN EXCLUSIVE");
    else {
      lock.run("BEGIN");
      // The shared lock is taken by the first read and kept by the open transaction.
      lock.run("SELECT count(*) FROM sqlite_schema");
    }
  } catch (error) {
    lock.close();
    if (isBusy(error)) return null;
    throw error;
  }
  return () => lock.close();
};

/**
 * Who may use the data folder: any number of processes share it, or one has it alone.
 * @param mode `shared` for whoever opens the database, `alone` for whoever replaces it.
 * @returns a function that lets go, or null when others are in the way.
 */
export const lockFolder = (dataDir: string, mode: "shared" | "alone"): (() => void) | null =>
  lockOn(lockFile(dataDir), mode);

/**
 * Makes this process the one that serves from the data folder: what instances tell each other stays
 * within a process on SQLite. Commands beside it need no such lock.
 * @returns a function that lets go, or null while another process serves from it.
 */
export const lockForServing = (dataDir: string): (() => void) | null =>
  lockOn(serveLockFile(dataDir), "alone");

/**
 * Makes this process the one that makes a backup in the data folder.
 * @returns a function that lets go, or null while another makes one.
 */
export const lockForBackup = (dataDir: string): (() => void) | null =>
  lockOn(backupLockFile(dataDir), "alone");

/** Writes what is still in the operating system's hands to the disk. */
export const syncFile = async (file: string) => {
  const handle = await open(file, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/**
 * Copies a SQLite database as it was at one moment, while others read and write it. The copy appears
 * under its name when it is complete, and replaces what was there.
 * @throws when the disk is full or `to` cannot be written; nothing is left behind then.
 */
export const copyDatabase = async (from: string, to: string): Promise<void> => {
  const partial = `${to}.partial`;
  await rm(partial, { force: true });
  const connection = new Database(from, { readonly: true });
  try {
    // An empty file is as good as none, and keeps its mode.
    ensurePrivateFile(partial);
    connection.run("VACUUM INTO ?", [partial]);
    await syncFile(partial);
    await rename(partial, to);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  } finally {
    connection.close();
  }
};

const FOLDER =
  /^(?:SQLITE_(?:CANTOPEN|READONLY|PERM)\w*|EACCES|EPERM|EROFS|ENOTDIR|EEXIST|ENOENT)$/;
const FILE = /^SQLITE_(?:NOTADB|CORRUPT)\w*$/;
const DISK = /^(?:SQLITE_FULL|ENOSPC)$/;

const cannotBeUsed = (dataDir: string, code: string) =>
  `The data folder ${dataDir} cannot be used (${code}): DATA_DIR must name a folder that this program may write to.`;

/** @returns null where it may be used so, or is not there. */
const refusalOf = (path: string, mode: number): string | null => {
  try {
    accessSync(path, mode);
    return null;
  } catch (error) {
    const { code } = error as { code?: unknown };
    return code === "ENOENT" || code === "ENOTDIR" ? null : String(code);
  }
};

/**
 * What is to be done about a data folder, or a file in it that the site needs, which this program may not
 * write, as root has made it; or null.
 */
export const foreignPath = (dataDir: string): string | null => {
  const { W_OK, X_OK } = constants;
  const database = databaseFile(dataDir);
  const files = [
    database,
    ...SIDECARS.map((ending) => `${database}${ending}`),
    lockFile(dataDir),
    serveLockFile(dataDir),
    backupLockFile(dataDir),
  ].map((path) => ({ path, mode: W_OK }));
  // With the dot it must be a folder: what is none is told otherwise.
  const folder = { path: `${dataDir}/.`, mode: W_OK | X_OK };
  for (const { path, mode } of [folder, ...files]) {
    const code = refusalOf(path, mode);
    if (code === null) continue;
    if (code === "EROFS") return cannotBeUsed(dataDir, code);
    const called = path === folder.path ? dataDir : path;
    const uid = existsSync(called) ? statSync(called).uid : null;
    if (uid !== null && uid === process.getuid?.())
      return `This program may not write to ${called}, though it belongs to its user. Let that user write: chmod u+rwX ${called}`;
    const owner = uid === null ? "" : `, which belongs to user ${uid}`;
    return `This program may not write to ${called}${owner}. Give it to the user that runs the site: chown USER ${called}`;
  }
  return null;
};

const sentenceOf = (code: string, dataDir: string): string | null => {
  if (FOLDER.test(code)) return foreignPath(dataDir) ?? cannotBeUsed(dataDir, code);
  if (FILE.test(code))
    return `${databaseFile(dataDir)} is damaged, or is no database (${code}). Bring a backup back: lynxden restore FILE`;
  return DISK.test(code) ? `The disk with ${dataDir} is full.` : null;
};

/**
 * Runs what opens the files of the data folder.
 * @throws {StoreError} where folder, file or disk are in the way; any other error as it is.
 */
export const withOwnerMessage = async <T>(dataDir: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const sentence = sentenceOf(code, dataDir);
    throw sentence === null ? error : new StoreError(sentence, { cause: error });
  }
};
