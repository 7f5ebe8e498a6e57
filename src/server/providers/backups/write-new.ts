import { createWriteStream } from "node:fs";
import { open, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";

export const FILE_MODE = 0o600;

/**
 * Writes a file that is not there yet, for its owner alone. Where that fails nothing of it is left.
 * @throws with the code `EEXIST` where there is a file of this name: it is left as it is.
 */
export const writeNew = async (
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
