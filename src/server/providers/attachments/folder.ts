import { access, constants, mkdir, opendir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ATTACHMENT_PLACE } from "#shared/attachment-messages.ts";
import { type FilePlace, FilePlaceFailure } from "./port.ts";

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const PARTIAL = ".partial";
/** So many names at a time. */
const SLICE = 500;

const codeOf = (error: unknown) => String((error as { code?: unknown }).code);
const isMissing = (error: unknown) => codeOf(error) === "ENOENT";

/** Writes to the disk what the operating system still has in its hands. */
const sync = async (path: string): Promise<void> => {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** The folder, or, while it is not there, the one in which it would be made. */
const nearest = async (folder: string): Promise<string> => {
  try {
    await stat(folder);
    return folder;
  } catch (error) {
    if (!isMissing(error) || dirname(folder) === folder) throw error;
    return await nearest(dirname(folder));
  }
};

/** A folder of this machine, made where it is missing. */
export const createFolderFiles = (folder: string): FilePlace => {
  const refused = (error: unknown) =>
    new FilePlaceFailure(ATTACHMENT_PLACE.folderRefuses(folder, codeOf(error)), { cause: error });
  const said = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw refused(error);
    }
  };
  return {
    put: (name, bytes) =>
      said(async () => {
        await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
        const partial = join(folder, `${name}.${crypto.randomUUID()}${PARTIAL}`);
        try {
          const handle = await open(partial, "wx", FILE_MODE);
          try {
            await handle.writeFile(bytes);
            await handle.sync();
          } finally {
            await handle.close();
          }
          await rename(partial, join(folder, name));
        } catch (error) {
          await rm(partial, { force: true });
          throw error;
        }
        await sync(folder);
      }),
    open: (name) =>
      said(async () => {
        const path = join(folder, name);
        try {
          const { size } = await stat(path);
          return { sizeBytes: size, body: Bun.file(path) };
        } catch (error) {
          if (isMissing(error)) return null;
          throw error;
        }
      }),
    remove: (name) => said(() => rm(join(folder, name), { force: true })),
    async *list() {
      let slice: { name: string; changedAt: Date }[] = [];
      try {
        for await (const { name } of await opendir(folder)) {
          const found = await stat(join(folder, name)).catch(() => null);
          if (found?.isFile() !== true) continue;
          slice.push({ name, changedAt: found.mtime });
          if (slice.length < SLICE) continue;
          yield slice;
          slice = [];
        }
      } catch (error) {
        if (!isMissing(error)) throw refused(error);
      }
      if (slice.length > 0) yield slice;
    },
    trouble: async () => {
      try {
        const found = await nearest(folder);
        if (!(await stat(found)).isDirectory())
          return ATTACHMENT_PLACE.folderRefuses(folder, "ENOTDIR");
        await access(found, constants.W_OK | constants.X_OK);
        return null;
      } catch (error) {
        return ATTACHMENT_PLACE.folderRefuses(folder, codeOf(error));
      }
    },
  };
};
