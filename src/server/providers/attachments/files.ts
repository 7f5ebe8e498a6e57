import { createWriteStream } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Config } from "#server/config/config.ts";
import { sitePicture } from "#server/providers/pictures/site-picture.ts";
import { ATTACHMENT_PLACE } from "#shared/attachment-messages.ts";
import { HOUR_MS } from "#shared/constants/time.ts";
import { createBucketFiles } from "./bucket.ts";
import { createFolderFiles } from "./folder.ts";
import { type AttachmentFiles, type FilePlace, FilePlaceFailure } from "./port.ts";

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
