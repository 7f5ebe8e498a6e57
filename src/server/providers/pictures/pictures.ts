import { inflateSync } from "node:zlib";
import { SMALL_EDGE_PX } from "#shared/rules/community.ts";

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

type Picture = Uint8Array<ArrayBuffer>;

const SOURCE_MAX_BYTES = 1024 * 1024;
const TYPES = new Set(["image/png", "image/jpeg", "image/webp", "image/gif"]);

const readBytes = async (response: Response): Promise<Picture | null> => {
  if (response.body === null) return null;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels the rest of the transfer.
    if (bytes > SOURCE_MAX_BYTES) return null;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
};

/** `none`: there is no picture that we take; `unreachable`: there may be one another time. */
type Fetched = Picture | "none" | "unreachable";

/**
 * Fetches a picture from a provider: no redirects, one megabyte at most.
 * @param address below a base that is configured, never one that a stranger gave.
 * @returns its bytes as they came.
 */
const fetchPicture = async (address: string, timeoutMs: number): Promise<Fetched> => {
  try {
    const response = await fetch(address, {
      headers: { accept: [...TYPES].join(", ") },
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const [type = ""] = (response.headers.get("content-type") ?? "").split(";");
    if (response.ok && TYPES.has(type.trim().toLowerCase()))
      return (await readBytes(response)) ?? "none";
    await response.body?.cancel();
    // A page in its place is what passes; a picture of another kind stays one.
    const isOther = response.ok && !type.trim().toLowerCase().startsWith("image/");
    return response.status >= 500 || response.status === 429 || isOther ? "unreachable" : "none";
  } catch {
    return "unreachable";
  }
};

/**
 * The small picture of what is found at a provider's address.
 * @param address below a base that is configured, never one that a stranger gave.
 * @param make what it is made with.
 * @returns `none` where there is none, `unreachable` where there may be one another time.
 */
export const fetchSmallPicture = async (
  address: string,
  timeoutMs: number,
  make: typeof smallPicture = smallPicture,
): Promise<Fetched> => {
  const found = await fetchPicture(address, timeoutMs);
  return typeof found === "string" ? found : ((await make(found)) ?? "none");
};

/** The same, null where there is none to be had: that is no reason to fail. */
export const pictureAt = async (
  ...asked: Parameters<typeof fetchSmallPicture>
): Promise<Picture | null> => {
  const found = await fetchSmallPicture(...asked);
  return typeof found === "string" ? null : found;
};

/** Of a skin, which is drawn onto 64 by 64 pixels; old ones are half as high. */
const SKIN_PX = 64;
const FACE_PX = 8;
/** Where the face is, and what is worn over it. */
const FACE = { x: 8, y: 8 };
const HAT = { x: 40, y: 8 };
/** So that 8 pixels become 128 sharp ones. */
const SCALE = 16;
const CHANNELS = 4;
const BYTES_PER_LINE = SKIN_PX * CHANNELS;

/** Pixels of a skin, four bytes each, line by line. */
type Pixels = Uint8Array;

const HEADER_BYTES = 8;
/** Eight bits per channel, with alpha, not interlaced: as Bun writes every picture that has alpha. */
const isPlain = (header: Buffer) =>
  header.readUInt32BE(0) === SKIN_PX &&
  [SKIN_PX, SKIN_PX / 2].includes(header.readUInt32BE(4)) &&
  header.subarray(8, 13).equals(Buffer.from([8, 6, 0, 0, 0]));

const chunksOf = (png: Buffer): { name: string; data: Buffer }[] => {
  const chunks = [];
  for (let at = HEADER_BYTES; at + 12 <= png.length;) {
    const length = png.readUInt32BE(at);
    const name = png.toString("latin1", at + 4, at + 8);
    chunks.push({ name, data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
};

/** PNG, section 9.4: guesses a byte from those at its left, above it, and above its left. */
const paeth = (left: number, up: number, upLeft: number): number => {
  const guess = left + up - upLeft;
  const toLeft = Math.abs(guess - left);
  const toUp = Math.abs(guess - up);
  const toUpLeft = Math.abs(guess - upLeft);
  if (toLeft <= toUp && toLeft <= toUpLeft) return left;
  return toUp <= toUpLeft ? up : upLeft;
};

const predicted = (filter: number, left: number, up: number, upLeft: number): number => {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  return filter === 4 ? paeth(left, up, upLeft) : 0;
};

/** Undoes the filters of a PNG's lines (PNG, section 9). */
const unfiltered = (raw: Buffer): Pixels => {
  const lines = Math.floor(raw.length / (BYTES_PER_LINE + 1));
  const pixels = new Uint8Array(lines * BYTES_PER_LINE);
  for (let line = 0; line < lines; line += 1) {
    const start = line * (BYTES_PER_LINE + 1);
    const filter = raw[start] ?? 0;
    for (let index = 0; index < BYTES_PER_LINE; index += 1) {
      const at = line * BYTES_PER_LINE + index;
      const hasLeft = index >= CHANNELS;
      const left = hasLeft ? (pixels[at - CHANNELS] ?? 0) : 0;
      const up = pixels[at - BYTES_PER_LINE] ?? 0;
      const upLeft = hasLeft ? (pixels[at - BYTES_PER_LINE - CHANNELS] ?? 0) : 0;
      pixels[at] = (raw[start + 1 + index] ?? 0) + predicted(filter, left, up, upLeft);
    }
  }
  return pixels;
};

const pixelsOf = (png: Buffer): Pixels | null => {
  const chunks = chunksOf(png);
  const header = chunks.find(({ name }) => name === "IHDR")?.data;
  if (header === undefined || !isPlain(header)) return null;
  const packed = Buffer.concat(chunks.flatMap(({ name, data }) => (name === "IDAT" ? data : [])));
  return unfiltered(inflateSync(packed));
};

/** What is seen at a place of the face: the hat where it is not transparent. Blue, green, red. */
const seenAt = (pixels: Pixels, x: number, y: number): [number, number, number] => {
  const at = (from: typeof FACE) => ((from.y + y) * SKIN_PX + from.x + x) * CHANNELS;
  const [face, hat] = [at(FACE), at(HAT)];
  const cover = (pixels[hat + 3] ?? 0) / 255;
  const mix = (channel: number) =>
    Math.round((pixels[hat + channel] ?? 0) * cover + (pixels[face + channel] ?? 0) * (1 - cover));
  return [mix(2), mix(1), mix(0)];
};

/** The face as a BMP, which needs no packing: lines from the bottom up, 24 bits per pixel. */
const drawFace = (pixels: Pixels): Uint8Array<ArrayBuffer> => {
  const edge = FACE_PX * SCALE;
  const offset = 54;
  const bmp = Buffer.alloc(offset + edge * edge * 3);
  bmp.write("BM", "latin1");
  bmp.writeUInt32LE(bmp.length, 2);
  bmp.writeUInt32LE(offset, 10);
  bmp.writeUInt32LE(40, 14);
  bmp.writeInt32LE(edge, 18);
  bmp.writeInt32LE(edge, 22);
  bmp.writeUInt16LE(1, 26);
  bmp.writeUInt16LE(24, 28);
  const line = Buffer.alloc(edge * 3);
  for (let y = 0; y < FACE_PX; y += 1) {
    for (let x = 0; x < FACE_PX; x += 1)
      line.fill(Buffer.from(seenAt(pixels, x, y)), x * SCALE * 3, (x + 1) * SCALE * 3);
    const bottom = offset + (FACE_PX - 1 - y) * SCALE * line.length;
    bmp.fill(line, bottom, bottom + SCALE * line.length);
  }
  return new Uint8Array(bmp);
};

/**
 * The face of a Minecraft skin, with what is worn over it.
 * @param skin the skin's file, 64 by 64 pixels or 64 by 32.
 * @returns a small picture, or null where that is no skin.
 */
export const skinFace = async (
  skin: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer> | null> => {
  try {
    const options = { maxPixels: SKIN_PX * SKIN_PX };
    // Whatever kind of PNG it is, this makes one kind of it.
    const png = await new Bun.Image(skin, options).png().buffer();
    const pixels = pixelsOf(png);
    return pixels === null ? null : await smallPicture(drawFace(pixels), { lossless: true });
  } catch {
    return null;
  }
};

/** Forty megapixels: what a decoder may be asked to unpack for an Admin. */
const SITE_SOURCE_MAX_PIXELS = 40_000_000;
/** No screen shows more. */
const SITE_EDGE_PX = 2560;

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
    const made = await new Bun.Image(bytes, { maxPixels: SITE_SOURCE_MAX_PIXELS })
      .resize(SITE_EDGE_PX, SITE_EDGE_PX, { fit: "inside", withoutEnlargement: true })
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
    if (format !== "webp" || Math.max(width, height) > SITE_EDGE_PX) return null;
    return { bytes, width, height, small: await smallSitePicture(bytes, { width, height }) };
  } catch {
    return null;
  }
};
