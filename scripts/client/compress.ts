import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Packed already: another pass only costs time. */
const PACKED = /\.(woff2?|png|jpe?g|webp|avif)$/;
/** A copy has to save this share of the original to be worth its place. */
const WORTH_IT = 0.95;

export type Encoding = "br" | "gzip";
export const ENCODING_SUFFIX: Record<Encoding, string> = { br: ".br", gzip: ".gz" };

/** Copies of a file for browsers that unpack them, strongest packing, only those worth it. */
export const compress = async (path: string, bytes: Uint8Array) => {
  if (PACKED.test(path)) return [];
  const copies: { encoding: Encoding; bytes: Uint8Array }[] = [
    {
      encoding: "br",
      bytes: await brotli(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
        },
      }),
    },
    { encoding: "gzip", bytes: await deflate(bytes, { level: constants.Z_BEST_COMPRESSION }) },
  ];
  return copies.filter((copy) => copy.bytes.byteLength < bytes.byteLength * WORTH_IT);
};
