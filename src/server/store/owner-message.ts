import { accessSync, constants, existsSync, statSync } from "node:fs";
import { databaseFile } from "./files.ts";
import { StoreError } from "./store-error.ts";

const FOLDER =
  /^(?:SQLITE_(?:CANTOPEN|READONLY|PERM)\w*|EACCES|EPERM|EROFS|ENOTDIR|EEXIST|ENOENT)$/;
const FILE = /^SQLITE_(?:NOTADB|CORRUPT)\w*$/;
const DISK = /^(?:SQLITE_FULL|ENOSPC)$/;

/** What is to be done about a database that is somebody else's, such as root's, in a folder that is fine; or null. */
export const foreignFile = (dataDir: string): string | null => {
  const file = databaseFile(dataDir);
  try {
    accessSync(file, constants.W_OK);
    return null;
  } catch {
    if (!existsSync(file)) return null;
  }
  const { uid } = statSync(file);
  return `This program may not write to ${file}, which belongs to user ${uid}. Give it to the user that runs the site: chown USER ${file}`;
};

const sentenceOf = (code: string, dataDir: string): string | null => {
  if (FOLDER.test(code))
    return (
      foreignFile(dataDir) ??
      `The data folder ${dataDir} cannot be used (${code}): DATA_DIR must name a folder that this program may write to.`
    );
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
