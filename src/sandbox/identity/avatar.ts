import { crc32, deflateSync } from "node:zlib";

const SIGNATURE = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const CHANNELS = 4;

/** Red, green, blue and how opaque it is, each from 0 to 255. */
export type Colour = readonly [number, number, number, number];

const chunk = (name: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
};

/** A square picture as a PNG. @param edge in pixels. */
export const encodePng = (
  edge: number,
  colourAt: (x: number, y: number) => Colour,
): Uint8Array<ArrayBuffer> => {
  const rows = Buffer.alloc(edge * (1 + edge * CHANNELS));
  for (let y = 0; y < edge; y += 1)
    for (let x = 0; x < edge; x += 1)
      rows.set(colourAt(x, y), y * (1 + edge * CHANNELS) + 1 + x * CHANNELS);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(edge, 0);
  header.writeUInt32BE(edge, 4);
  header.set([8, 6], 8); // eight bits, true colour with alpha
  return new Uint8Array(
    Buffer.concat([
      SIGNATURE,
      chunk("IHDR", header),
      chunk("IDAT", deflateSync(rows)),
      chunk("IEND", new Uint8Array()),
    ]),
  );
};

const CELLS = 8;
const SIZES = { least: 16, most: 256, usual: 128 };
const INKS: readonly [Colour, ...Colour[]] = [
  [0xf5, 0xb8, 0x3d, 0xff],
  [0x7f, 0xd1, 0x8a, 0xff],
  [0xff, 0x7a, 0x59, 0xff],
  [0x8c, 0xb8, 0xff, 0xff],
];
const NIGHT: Colour = [0x14, 0x25, 0x1b, 0xff];
const NOTHING: Colour = [0, 0, 0, 0];

/** What belongs to a hash: a colour, and cells that are the same on the left and the right. */
const patternOf = (hash: string) => {
  const bits = new Bun.CryptoHasher("sha256").update(hash).digest();
  const ink = INKS[(bits[31] ?? 0) % INKS.length] ?? INKS[0];
  const isInked = (x: number, y: number) => {
    const mirrored = Math.min(x, CELLS - 1 - x);
    return ((bits[y] ?? 0) >> mirrored) % 2 === 1;
  };
  return { ink, isInked };
};

/**
 * A picture that belongs to a hash.
 * @param size of an edge in pixels; what is no size between 16 and 256 becomes 128.
 * @returns the bytes of a PNG.
 */
export const drawAvatar = (hash: string, size: number): Uint8Array<ArrayBuffer> => {
  const edge = size >= SIZES.least && size <= SIZES.most ? Math.trunc(size) : SIZES.usual;
  const { ink, isInked } = patternOf(hash);
  const cell = (at: number) => Math.floor((at * CELLS) / edge);
  return encodePng(edge, (x, y) => (isInked(cell(x), cell(y)) ? ink : NIGHT));
};

/** A Minecraft skin whose face belongs to a hash, and which wears nothing over it. PNG. */
export const drawSkin = (hash: string): Uint8Array<ArrayBuffer> => {
  const { ink, isInked } = patternOf(hash);
  return encodePng(64, (x, y) => {
    const [faceX, faceY] = [x - 8, y - 8];
    const isFace = faceX >= 0 && faceX < CELLS && faceY >= 0 && faceY < CELLS;
    return isFace ? (isInked(faceX, faceY) ? ink : NIGHT) : NOTHING;
  });
};
