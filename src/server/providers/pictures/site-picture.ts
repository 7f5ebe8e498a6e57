import { SMALL_EDGE_PX } from "#shared/rules/media.ts";

/** Forty megapixels: what a decoder may be asked to unpack for an Admin. */
const SOURCE_MAX_PIXELS = 40_000_000;
/** No screen shows more. */
const EDGE_PX = 2560;

export type SitePicture = {
  bytes: Uint8Array<ArrayBuffer>;
  width: number;
  height: number;
  /** The same for small places; null where it is small itself. */
  small: Uint8Array<ArrayBuffer> | null;
};

/** The same picture for small places, which are on every page: made once, when it is given. */
export const smallSitePicture = async (
  bytes: Uint8Array<ArrayBuffer>,
  { width, height }: { width: number; height: number },
): Promise<Uint8Array<ArrayBuffer> | null> => {
  if (Math.max(width, height) <= SMALL_EDGE_PX) return null;
  const made = await new Bun.Image(bytes)
    .resize(SMALL_EDGE_PX, SMALL_EDGE_PX, { fit: "inside" })
    .webp({ quality: 80 })
    .bytes();
  return new Uint8Array(made);
};

/**
 * Why something does not become a picture: a drawing with scripts, too many pixels, a kind that phones make and
 * this program cannot read, or none at all.
 */
export type NoPicture = "drawing" | "tooManyPixels" | "heic" | "unreadable";

/** So much of a text is looked at: a drawing begins within it, behind what may stand before it. */
const HEAD_BYTES = 1024;

const isDrawing = (bytes: Uint8Array): boolean =>
  /^\W*<(?:svg|\?xml|!doctype svg|!--)/i.test(
    new TextDecoder("latin1").decode(bytes.subarray(0, HEAD_BYTES)),
  );

/** What a HEIC or AVIF picture begins with: the length of its first box, its kind and its brand. */
const HEIC = /^.{4}ftyp(?:hei[cxsm]|hev[cxms]|mif1|msf1|avi[fs])/s;
const isHeic = (bytes: Uint8Array): boolean =>
  HEIC.test(new TextDecoder("latin1").decode(bytes.subarray(0, 12)));

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
  // Some systems could read it, which would make pictures depend on where the site runs.
  if (isHeic(bytes)) return "heic";
  try {
    const made = await new Bun.Image(bytes, { maxPixels: SOURCE_MAX_PIXELS })
      .resize(EDGE_PX, EDGE_PX, { fit: "inside", withoutEnlargement: true })
      .webp({ quality: 82 })
      .bytes();
    const { width, height } = await new Bun.Image(made).metadata();
    const kept = new Uint8Array(made);
    return { bytes: kept, width, height, small: await smallSitePicture(kept, { width, height }) };
  } catch (error) {
    return isTooManyPixels(error) ? "tooManyPixels" : "unreadable";
  }
};

/** A picture as this site keeps them, with its size in pixels; null for anything else. */
export const keptPicture = async (bytes: Uint8Array<ArrayBuffer>): Promise<SitePicture | null> => {
  try {
    const { format, width, height } = await new Bun.Image(bytes).metadata();
    if (format !== "webp" || Math.max(width, height) > EDGE_PX) return null;
    return { bytes, width, height, small: await smallSitePicture(bytes, { width, height }) };
  } catch {
    return null;
  }
};
