import {
  chmodSync,
  chownSync,
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  openSync,
  readdirSync,
  statSync,
} from "node:fs";
import { chmod, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Log } from "#server/core/log.ts";

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
