import { accessSync, constants, existsSync, statSync } from "node:fs";
import { backupLockFile, databaseFile, lockFile, serveLockFile, SIDECARS } from "./files.ts";
import { StoreError } from "./store-error.ts";

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
