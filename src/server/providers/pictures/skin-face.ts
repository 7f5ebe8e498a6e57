import { inflateSync } from "node:zlib";
import { smallPicture } from "./small-picture.ts";

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
