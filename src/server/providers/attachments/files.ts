import { createWriteStream } from "node:fs";
import {
  access,
  constants,
  mkdir,
  open,
  opendir,
  readdir,
  rename,
  rm,
  stat,
} from "node:fs/promises";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Config } from "#server/config/config.ts";
import type { BucketConfig } from "#server/config/providers.ts";
import { sitePicture } from "#server/providers/pictures/pictures.ts";
import {
  type AttachmentFiles,
  type FilePlace,
  FilePlaceFailure,
} from "#server/providers/ports/files.ts";
import { HOUR_MS } from "#shared/constants/time.ts";
import { ATTACHMENT_PLACE } from "#shared/upload-messages.ts";

/** Whoever uploads or looks at a picture waits for it. */
const ANSWER_WITHIN_MS = 20_000;
const RETRIES = 2;
const PAGE = 1000;

const within = async <T>(work: Promise<T>): Promise<T> => {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(Object.assign(new Error("no answer"), { code: "Timeout" })),
    ANSWER_WITHIN_MS,
  );
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
};

const codeOf = (error: unknown) => String((error as { code?: unknown }).code);
const isMissingKey = (error: unknown) =>
  ["NoSuchKey", "NotFound", "ENOENT"].includes(codeOf(error));

/** A bucket of S3, or of a service that speaks as S3 does. */
const createBucketFiles = ({ prefix, ...access }: BucketConfig): FilePlace => {
  const client = new Bun.S3Client({ ...access, retry: RETRIES });
  const refusal = (error: unknown) =>
    ATTACHMENT_PLACE.bucketRefuses(access.bucket, codeOf(error), String(Object(error).message));
  const ask = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await within(work());
    } catch (error) {
      throw new FilePlaceFailure(refusal(error), { cause: error });
    }
  };
  const page = (startAfter: string | undefined, maxKeys: number) =>
    client.list({ prefix, maxKeys, ...(startAfter !== undefined && { startAfter }) });
  return {
    put: async (name, bytes) => {
      // A PUT is whole or not at all.
      await ask(() => client.write(prefix + name, bytes));
    },
    open: (name) =>
      ask(async () => {
        const file = client.file(prefix + name);
        try {
          const { size } = await file.stat();
          return { sizeBytes: size, body: file.stream() };
        } catch (error) {
          if (isMissingKey(error)) return null;
          throw error;
        }
      }),
    remove: (name) =>
      ask(async () => {
        try {
          await client.delete(prefix + name);
        } catch (error) {
          if (!isMissingKey(error)) throw error;
        }
      }),
    async *list() {
      let startAfter: string | undefined;
      do {
        const found = await ask(() => page(startAfter, PAGE));
        const contents = found.contents ?? [];
        yield contents.map(({ key, lastModified }) => ({
          name: key.slice(prefix.length),
          // One without a time is left alone.
          changedAt: new Date(lastModified ?? Date.now()),
        }));
        startAfter = found.isTruncated === true ? contents.at(-1)?.key : undefined;
      } while (startAfter !== undefined);
    },
    trouble: async () => {
      try {
        await within(page(undefined, 1));
        return null;
      } catch (error) {
        return refusal(error);
      }
    },
  };
};

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const PARTIAL = ".partial";
/** So many names at a time. */
const SLICE = 500;

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
const createFolderFiles = (folder: string): FilePlace => {
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

/**
 * Lets a few of many works go on at a time, in the order in which they came.
 * @param atOnce how many are under way.
 * @param waitingMax how many wait for their turn; of more, each is answered with `busy` at once.
 */
export const createQueue = (atOnce: number, waitingMax: number) => {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T | "busy"> => {
    if (running >= atOnce) {
      if (waiting.length >= waitingMax) return "busy";
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(resolve);
      // Whoever ends hands its turn over.
      await promise;
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
};

/** Each may take 250 MB of memory while it is made: a picture of forty megapixels, and what becomes of it. */
const PICTURES_AT_ONCE = Math.min(2, availableParallelism());
/** More would wait for longer than browsers do. */
const PICTURES_WAITING = 150;
/** No upload takes longer. */
const INCOMING_KEPT_MS = HOUR_MS;

/** The place that the configuration names. */
export const openFilePlace = ({ to }: Config["attachments"]): FilePlace =>
  "folder" in to ? createFolderFiles(to.folder) : createBucketFiles(to);

/** Nothing is made or asked until a file comes. */
export const createAttachmentFiles = (
  config: Pick<Config, "attachments" | "dataDir">,
): AttachmentFiles => {
  // Of this machine, whatever the place is.
  const folder = join(config.dataDir, "incoming");
  const queue = createQueue(PICTURES_AT_ONCE, PICTURES_WAITING);
  return {
    place: openFilePlace(config.attachments),
    receive: async (chunks) => {
      const path = join(folder, crypto.randomUUID());
      const discard = () => rm(path, { force: true });
      let sizeBytes = 0;
      let failure: unknown = null;
      const counted = async function* () {
        try {
          for await (const chunk of chunks) {
            sizeBytes += chunk.byteLength;
            yield chunk;
          }
        } catch (error) {
          failure = error;
          throw error;
        }
      };
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await pipeline(counted(), createWriteStream(path, { flags: "wx", mode: 0o600 }));
      } catch (error) {
        await discard().catch(() => {});
        if (failure !== null) throw failure;
        const code = String((error as { code?: unknown }).code);
        throw new FilePlaceFailure(ATTACHMENT_PLACE.folderRefuses(folder, code), { cause: error });
      }
      return {
        sizeBytes,
        read: async () => new Uint8Array(await Bun.file(path).arrayBuffer()),
        discard,
      };
    },
    makePicture: (file) => queue(async () => await sitePicture(await file.read())),
    forgetIncoming: async () => {
      const names = await readdir(folder).catch(() => []);
      for (const name of names) {
        const path = join(folder, name);
        const found = await stat(path).catch(() => null);
        // By the file system's own time, which is this machine's.
        if (found !== null && Date.now() - found.mtimeMs > INCOMING_KEPT_MS)
          await rm(path, { force: true });
      }
    },
  };
};
