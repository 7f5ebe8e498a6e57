/** Forty megapixels: what a decoder may be asked to unpack for an Admin. */
const SOURCE_MAX_PIXELS = 40_000_000;
/** No screen shows more. */
const EDGE_PX = 2560;

type SitePicture = { bytes: Uint8Array<ArrayBuffer>; width: number; height: number };

/**
 * Makes a picture of the site's own of one that somebody gives: WebP without what a camera wrote into it.
 * @param bytes PNG, JPEG, WebP or GIF. What only looks like one, as a drawing with scripts, is none.
 * @returns null where the bytes are no such picture, or one of more than forty megapixels.
 */
export const sitePicture = async (bytes: Uint8Array<ArrayBuffer>): Promise<SitePicture | null> => {
  try {
    const made = await new Bun.Image(bytes, { maxPixels: SOURCE_MAX_PIXELS })
      .resize(EDGE_PX, EDGE_PX, { fit: "inside", withoutEnlargement: true })
      .webp({ quality: 82 })
      .bytes();
    const { width, height } = await new Bun.Image(made).metadata();
    return { bytes: new Uint8Array(made), width, height };
  } catch {
    return null;
  }
};
