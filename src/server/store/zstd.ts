import { createReadStream, createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress, createZstdDecompress } from "node:zlib";
import { syncFile } from "./copy-database.ts";
import { ensurePrivateFile } from "./private-files.ts";

const MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
/** Of a database, a fifth; twice as much takes three times as long. */
const LEVEL = 6;

const through = async (from: string, change: NodeJS.ReadWriteStream, to: string) => {
  ensurePrivateFile(to);
  await pipeline(createReadStream(from), change, createWriteStream(to));
  await syncFile(to);
};

/** Whether a file is compressed as backups of the site are. */
export const isPacked = async (file: string): Promise<boolean> => {
  const handle = await open(file, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0);
    return bytesRead === MAGIC.length && buffer.equals(MAGIC);
  } finally {
    await handle.close();
  }
};

/** Compresses a file, with a checksum of all that is in it. */
export const pack = (from: string, to: string): Promise<void> =>
  through(
    from,
    createZstdCompress({
      params: {
        [constants.ZSTD_c_compressionLevel]: LEVEL,
        [constants.ZSTD_c_checksumFlag]: 1,
      },
    }),
    to,
  );

/** @throws where the file is cut off or was changed. */
export const unpack = (from: string, to: string): Promise<void> =>
  through(from, createZstdDecompress(), to);
