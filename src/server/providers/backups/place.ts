import { createReadStream, createWriteStream } from "node:fs";
import { chmod, mkdir, open, readdir, realpath, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { BackupConfig, BucketConfig } from "#server/config/providers.ts";
import { type BackupPlace, BackupPlaceFailure } from "#server/providers/ports/files.ts";
import { BACKUPS } from "#shared/data-messages.ts";

const FILE_MODE = 0o600;

/**
 * Writes a file that is not there yet, for its owner alone. Where that fails nothing of it is left.
 * @throws with the code `EEXIST` where there is a file of this name: it is left as it is.
 */
const writeNew = async (
  source: NodeJS.ReadableStream | ReadableStream<Uint8Array>,
  file: string,
): Promise<void> => {
  // Made before anything is read: from here on it is ours to remove.
  await (await open(file, "wx", FILE_MODE)).close();
  try {
    await pipeline(source, createWriteStream(file));
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
};

/** A small question; files have the whole time of a backup. */
const ANSWER_WITHIN_MS = 60_000;
const PART_BYTES = 16 * 1024 * 1024;
const RETRIES = 3;

const within = async <T>(ms: number, work: Promise<T>): Promise<T> => {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(Object.assign(new Error(), { code: "Timeout" })), ms);
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
};

/** A bucket of S3, or of a service that speaks as S3 does. */
const createBucketPlace = ({ prefix, ...access }: BucketConfig): BackupPlace => {
  const client = new Bun.S3Client({ ...access, retry: RETRIES, partSize: PART_BYTES });
  const said = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof BackupPlaceFailure) throw error;
      const { code, message } = error as { code?: unknown; message?: unknown };
      const sentence = BACKUPS.bucketRefuses(access, String(code), String(message));
      throw new BackupPlaceFailure(sentence, { cause: error });
    }
  };
  const ask = <T>(work: () => Promise<T>) => said(() => within(ANSWER_WITHIN_MS, work()));
  const remove = (name: string) => ask(() => client.delete(prefix + name));
  return {
    put: async (name, file) => {
      const source = Bun.file(file);
      await said(() => client.write(prefix + name, source));
      const { size } = await ask(() => client.stat(prefix + name));
      if (size === source.size) return size;
      await remove(name);
      throw new BackupPlaceFailure(BACKUPS.bucketCut(access.bucket, source.size, size));
    },
    list: async () => {
      const names: string[] = [];
      let startAfter: string | undefined;
      do {
        const page = await ask(() =>
          client.list({ prefix, maxKeys: 1000, ...(startAfter !== undefined && { startAfter }) }),
        );
        const keys = (page.contents ?? []).map(({ key }) => key);
        names.push(...keys.map((key) => key.slice(prefix.length)));
        startAfter = page.isTruncated === true ? keys.at(-1) : undefined;
      } while (startAfter !== undefined);
      return names;
    },
    remove,
    fetch: (name, file) =>
      said(async () => {
        const found = client.file(prefix + name);
        await within(ANSWER_WITHIN_MS, found.stat());
        await writeNew(found.stream(), file);
      }),
  };
};

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
const createFolderPlace = (folder: string): BackupPlace => {
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

/** The place that the configuration names. */
export const openPlace = (to: BackupConfig["to"]): BackupPlace =>
  "folder" in to ? createFolderPlace(to.folder) : createBucketPlace(to);
