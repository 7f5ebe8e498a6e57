/** Forty megapixels: what a decoder may be asked to unpack for an Admin. */
const SOURCE_MAX_PIXELS = 40_000_000;
/** No screen shows more. */
const EDGE_PX = 2560;

type SitePicture = { bytes: Uint8Array<ArrayBuffer>; width: number; height: number };

/** Why something does not become a picture: a drawing with scripts, too many pixels, or none at all. */
export type NoPicture = "drawing" | "tooManyPixels" | "unreadable";

/** So much of a text is looked at: a drawing begins within it, behind what may stand before it. */
const HEAD_BYTES = 1024;

const isDrawing = (bytes: Uint8Array): boolean =>
  /^\W*<(?:svg|\?xml|!doctype svg|!--)/i.test(
    new TextDecoder("latin1").decode(bytes.subarray(0, HEAD_BYTES)),
  );

const isTooManyPixels = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_IMAGE_TOO_MANY_PIXELS";

/**
 * Makes a picture of the site's own of one that somebody gives: WebP without what a camera wrote into it.
 * @param bytes PNG, JPEG, WebP or GIF of at most forty megapixels. What only looks like one, as a drawing
 *   with scripts, is none.
 * @returns why not, where that is no such picture.
 */
export const sitePicture = async (
  bytes: Uint8Array<ArrayBuffer>,
): Promise<SitePicture | NoPicture> => {
  if (isDrawing(bytes)) return "drawing";
  try {
    const made = await new Bun.Image(bytes, { maxPixels: SOURCE_MAX_PIXELS })
      .resize(EDGE_PX, EDGE_PX, { fit: "inside", withoutEnlargement: true })
      .webp({ quality: 82 })
      .bytes();
    const { width, height } = await new Bun.Image(made).metadata();
    return { bytes: new Uint8Array(made), width, height };
  } catch (error) {
    return isTooManyPixels(error) ? "tooManyPixels" : "unreadable";
  }
};

/** The size of a picture as this site keeps them, in pixels; null for anything else. */
export const keptPictureSize = async (
  bytes: Uint8Array<ArrayBuffer>,
): Promise<{ width: number; height: number } | null> => {
  try {
    const { format, width, height } = await new Bun.Image(bytes).metadata();
    return format === "webp" && Math.max(width, height) <= EDGE_PX ? { width, height } : null;
  } catch {
    return null;
  }
};
