const EDGE_PX = 128;
const MAX_BYTES = 64 * 1024;
/** Four megapixels: what a decoder may be asked to unpack. */
const SOURCE_MAX_PIXELS = 2048 * 2048;

/**
 * Makes a picture small: WebP, at most 128 pixels high and wide, at most 64 kB.
 * @returns null where the bytes are no picture, or one that nobody needs for an avatar.
 */
export const smallPicture = async (
  bytes: Uint8Array<ArrayBuffer>,
  { lossless = false }: { lossless?: boolean } = {},
): Promise<Uint8Array<ArrayBuffer> | null> => {
  try {
    const small = await new Bun.Image(bytes, { maxPixels: SOURCE_MAX_PIXELS })
      .resize(EDGE_PX, EDGE_PX, { fit: "inside", withoutEnlargement: true })
      .webp(lossless ? { lossless } : { quality: 82 })
      .bytes();
    return small.length > MAX_BYTES ? null : new Uint8Array(small);
  } catch {
    return null;
  }
};
