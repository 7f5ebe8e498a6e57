import { crc32, deflateSync } from "node:zlib";

const CELLS = 8;
const SIZES = { least: 16, most: 256, usual: 128 };
const SIGNATURE = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const INKS = [
  [0xf5, 0xb8, 0x3d],
  [0x7f, 0xd1, 0x8a],
  [0xff, 0x7a, 0x59],
  [0x8c, 0xb8, 0xff],
] as const;
const NIGHT = [0x14, 0x25, 0x1b] as const;

const chunk = (name: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
};

/**
 * A picture that belongs to a hash: cells of one colour, the same on the left and the right.
 * @param size of an edge in pixels; what is no size between 16 and 256 becomes 128.
 * @returns the bytes of a PNG.
 */
export const drawAvatar = (hash: string, size: number): Uint8Array<ArrayBuffer> => {
  const edge = size >= SIZES.least && size <= SIZES.most ? Math.trunc(size) : SIZES.usual;
  const bits = new Bun.CryptoHasher("sha256").update(hash).digest();
  const ink = INKS[(bits[31] ?? 0) % INKS.length] ?? INKS[0];
  const isInked = (x: number, y: number) => {
    const mirrored = Math.min(x, CELLS - 1 - x);
    return ((bits[y] ?? 0) >> mirrored) % 2 === 1;
  };
  const rows = Buffer.alloc(edge * (1 + edge * 3));
  for (let y = 0; y < edge; y += 1)
    for (let x = 0; x < edge; x += 1) {
      const inked = isInked(Math.floor((x * CELLS) / edge), Math.floor((y * CELLS) / edge));
      rows.set(inked ? ink : NIGHT, y * (1 + edge * 3) + 1 + x * 3);
    }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(edge, 0);
  header.writeUInt32BE(edge, 4);
  header.set([8, 2], 8); // eight bits, true colour
  return new Uint8Array(
    Buffer.concat([
      SIGNATURE,
      chunk("IHDR", header),
      chunk("IDAT", deflateSync(rows)),
      chunk("IEND", new Uint8Array()),
    ]),
  );
};
