import { deflateSync } from "node:zlib";

type Box = { colours: number[]; pixels: number };

const channel = (colour: number, index: number) => (colour >> (16 - 8 * index)) & 255;

/** Median cut: boxes of colours are halved where they are widest, the fullest and widest first. */
const choosePalette = (counts: ReadonlyMap<number, number>, size: number): number[] => {
  const weigh = (colours: number[]): Box => ({
    colours,
    pixels: colours.reduce((sum, colour) => sum + (counts.get(colour) ?? 0), 0),
  });
  const widest = ({ colours }: Box) =>
    [0, 1, 2]
      .map((index) => {
        let [low, high] = [255, 0];
        for (const colour of colours) {
          low = Math.min(low, channel(colour, index));
          high = Math.max(high, channel(colour, index));
        }
        return { index, width: high - low };
      })
      .reduce((best, next) => (next.width > best.width ? next : best));
  const done: Box[] = [];
  const open = [{ box: weigh([...counts.keys()]), worth: Infinity }];
  while (open.length > 0 && open.length + done.length < size) {
    const at = open.reduce(
      (best, { worth }, i) => (worth > (open[best]?.worth ?? 0) ? i : best),
      0,
    );
    const [taken] = open.splice(at, 1);
    if (taken === undefined) break;
    const { index, width } = widest(taken.box);
    if (width === 0) {
      done.push(taken.box);
      continue;
    }
    const sorted = taken.box.colours.toSorted((a, b) => channel(a, index) - channel(b, index));
    let half = taken.box.pixels / 2;
    const cut = sorted.findIndex((colour) => (half -= counts.get(colour) ?? 0) <= 0);
    const middle = Math.min(sorted.length - 1, Math.max(1, cut));
    for (const colours of [sorted.slice(0, middle), sorted.slice(middle)]) {
      const box = weigh(colours);
      open.push({ box, worth: Math.sqrt(box.pixels) * widest(box).width });
    }
  }
  return [...open.map(({ box }) => box), ...done].map(({ colours, pixels }) =>
    [0, 1, 2].reduce((colour, index) => {
      const sum = colours.reduce(
        (sum, next) => sum + channel(next, index) * (counts.get(next) ?? 0),
        0,
      );
      return colour | (Math.round(sum / pixels) << (16 - 8 * index));
    }, 0),
  );
};

const nearest = (palette: readonly number[], colour: number) => {
  let best = 0;
  let distance = Infinity;
  for (const [i, entry] of palette.entries()) {
    let sum = 0;
    for (let index = 0; index < 3; index++)
      sum += (channel(entry, index) - channel(colour, index)) ** 2;
    if (sum < distance) {
      best = i;
      distance = sum;
    }
  }
  return best;
};

const chunk = (type: string, data: Uint8Array) => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(Bun.hash.crc32(body), body.length + 4);
  return out;
};

/**
 * An opaque picture as a PNG of at most 256 colours: about a third of the bytes of a full one.
 * @param rgba four bytes per pixel, row by row; alpha is ignored.
 */
export const encodeIndexedPng = (rgba: Uint8Array, width: number, height: number): Buffer => {
  const colourAt = (i: number) =>
    ((rgba[i] ?? 0) << 16) | ((rgba[i + 1] ?? 0) << 8) | (rgba[i + 2] ?? 0);
  const counts = new Map<number, number>();
  for (let i = 0; i < rgba.length; i += 4)
    counts.set(colourAt(i), (counts.get(colourAt(i)) ?? 0) + 1);
  const palette = choosePalette(counts, 256);
  const entries = new Map([...counts.keys()].map((colour) => [colour, nearest(palette, colour)]));
  // Rows start with their filter; indices compress best unfiltered.
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      rows[y * (width + 1) + 1 + x] = entries.get(colourAt((y * width + x) * 4)) ?? 0;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk(
      "PLTE",
      Buffer.from(palette.flatMap((c) => [channel(c, 0), channel(c, 1), channel(c, 2)])),
    ),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
};
