import { createReadStream } from "node:fs";
import { chmod, mkdir, open, readdir, realpath, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { BACKUPS } from "#shared/backup-messages.ts";
import { type BackupPlace, BackupPlaceFailure } from "./port.ts";
import { FILE_MODE, writeNew } from "./write-new.ts";

const FOLDER_MODE = 0o700;
const PARTIAL = ".partial";

/** Writes what is still in the operating system's hands to the disk. */
const sync = async (path: string) => {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const copyTo = async (from: string, to: string) => {
  await writeNew(createReadStream(from), to);
  await chmod(to, FILE_MODE);
  await sync(to);
};

/** Whether both names lead to one file, as where somebody works inside the folder of backups. */
const isSameFile = async (one: string, other: string): Promise<boolean> =>
  (await realpath(one)) === (await realpath(other).catch(() => null));

/** A folder of this machine, made where it is missing. */
export const createFolderPlace = (folder: string): BackupPlace => {
  const said = async <T>(
    work: () => Promise<T>,
    sentence: (folder: string, code: string) => string = BACKUPS.folderRefuses,
  ): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      const code = String((error as { code?: unknown }).code);
      throw new BackupPlaceFailure(sentence(folder, code), { cause: error });
    }
  };
  return {
    put: (name, file) =>
      said(async () => {
        if ((await mkdir(folder, { recursive: true, mode: FOLDER_MODE })) !== undefined)
          await chmod(folder, FOLDER_MODE);
        const partial = join(folder, `${name}${PARTIAL}`);
        try {
          await rm(partial, { force: true });
          await copyTo(file, partial);
          await rename(partial, join(folder, name));
          await sync(folder);
        } catch (error) {
          await rm(partial, { force: true });
          throw error;
        }
        return (await stat(join(folder, name))).size;
      }),
    list: () => said(() => readdir(folder), BACKUPS.unreadable),
    remove: (name) => said(() => rm(join(folder, name), { force: true })),
    fetch: (name, file) =>
      said(async () => {
        const from = join(folder, name);
        if (!(await isSameFile(from, file))) await copyTo(from, file);
      }),
  };
};
