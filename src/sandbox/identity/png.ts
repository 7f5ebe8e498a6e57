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
