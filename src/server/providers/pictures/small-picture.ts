const EDGE_PX = 128;
const MAX_BYTES = 64 * 1024;
/** Four megapixels: what a decoder may be asked to unpack. */
const SOURCE_MAX_PIXELS = 2048 * 2048;

/**
 * Makes a picture small: WebP, at most 64 kB.
 * @param options.edgePx greatest height and width, 128 as avatars need unless it is said.
 * @returns null where the bytes are no picture, or one that stays too large.
 */
export const smallPicture = async (
  bytes: Uint8Array<ArrayBuffer>,
  { lossless = false, edgePx = EDGE_PX }: { lossless?: boolean; edgePx?: number } = {},
): Promise<Uint8Array<ArrayBuffer> | null> => {
  try {
    const small = await new Bun.Image(bytes, { maxPixels: SOURCE_MAX_PIXELS })
      .resize(edgePx, edgePx, { fit: "inside", withoutEnlargement: true })
      .webp(lossless ? { lossless } : { quality: 82 })
      .bytes();
    return small.length > MAX_BYTES ? null : new Uint8Array(small);
  } catch {
    return null;
  }
};
