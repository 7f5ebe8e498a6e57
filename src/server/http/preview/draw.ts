import { deflateSync } from "node:zlib";
import hankenGroteskExt from "@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-ext-wght-normal.woff2" with { type: "file" };
import hankenGrotesk from "@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2" with { type: "file" };
import bigShoulders from "@fontsource/big-shoulders/files/big-shoulders-latin-800-normal.woff2" with { type: "file" };
import bigShouldersExt from "@fontsource/big-shoulders/files/big-shoulders-latin-ext-800-normal.woff2" with { type: "file" };
import grenzeGotisch from "@fontsource/grenze-gotisch/files/grenze-gotisch-latin-700-normal.woff2" with { type: "file" };
import grenzeGotischExt from "@fontsource/grenze-gotisch/files/grenze-gotisch-latin-ext-700-normal.woff2" with { type: "file" };
import oswald from "@fontsource/oswald/files/oswald-latin-700-normal.woff2" with { type: "file" };
import oswaldExt from "@fontsource/oswald/files/oswald-latin-ext-700-normal.woff2" with { type: "file" };
import sairaCondensed from "@fontsource/saira-condensed/files/saira-condensed-latin-800-normal.woff2" with { type: "file" };
import sairaCondensedExt from "@fontsource/saira-condensed/files/saira-condensed-latin-ext-800-normal.woff2" with { type: "file" };
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import rasterizer from "@resvg/resvg-wasm/index_bg.wasm" with { type: "file" };
import { drawnText, type Look } from "#server/modules/community/index.ts";
import type { DisplayFont } from "#shared/constants/brand.ts";
import { escapeHtml } from "#shared/rules/text.ts";
import type { LinkPreview } from "#shared/schemas/site.ts";
import { iconSvg, markSvg } from "./emblem.ts";
import sceneFile from "./scene.png" with { type: "file" };

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

/** What stands on a link preview. */
export type PreviewWords = Omit<LinkPreview, "path">;

/** A picture that the site draws: the preview of a link, or an icon of so many pixels. */
export type Picture = { look: Look } & (PreviewWords | { iconSize: number });

const WIDTH = 1200;
const HEIGHT = 630;
const LEFT = 72;
/** The lynx and its moon have the rest. */
const WORDS_WIDTH = 690;

/**
 * The renderer cannot set a variable font's weight: display type comes in the one weight it is used
 * in, which bears the name of the variable font's thinnest.
 */
const DISPLAY: Readonly<Record<DisplayFont, { face: string; files: readonly string[] }>> = {
  "big-shoulders": {
    face: 'font-family="Big Shoulders Thin" font-weight="800"',
    files: [bigShoulders, bigShouldersExt],
  },
  "grenze-gotisch": {
    face: 'font-family="Grenze Gotisch" font-weight="700"',
    files: [grenzeGotisch, grenzeGotischExt],
  },
  oswald: { face: 'font-family="Oswald" font-weight="700"', files: [oswald, oswaldExt] },
  "saira-condensed": {
    face: 'font-family="Saira Condensed" font-weight="800"',
    files: [sairaCondensed, sairaCondensedExt],
  },
};
const SANS = 'font-family="Hanken Grotesk"';

/** A way to set a text: so many lines, in a size between these. */
type Setting = { lines: number; smallest: number; largest: number };

/** From the one that looks best to the one that holds most. */
const TITLE: readonly Setting[] = [
  { lines: 1, smallest: 104, largest: 136 },
  { lines: 2, smallest: 84, largest: 116 },
  { lines: 3, smallest: 62, largest: 84 },
];
const LINE: readonly Setting[] = [
  { lines: 1, smallest: 30, largest: 34 },
  { lines: 2, smallest: 30, largest: 32 },
  { lines: 3, smallest: 27, largest: 29 },
];
const NAME: readonly Setting[] = [{ lines: 1, smallest: 34, largest: 50 }];

type Block = { size: number; lines: readonly string[] };

/** What lies in the first file of a face, and what does not. */
const RUNS =
  /[\u0020-\u007E\u00A1-\u00FF\u0131\u0152\u0153\u2010-\u2027\u2032-\u203A\u20AC\u2122]+|[^\u0020-\u007E\u00A1-\u00FF\u0131\u0152\u0153\u2010-\u2027\u2032-\u203A\u20AC\u2122]+/gu;
/** Drawn where the letter of a community is in none of the fonts. */
const EMBLEM_WITHOUT_LETTER = "mountain";

/** The look with an emblem that can be drawn. */
const drawable = (look: Look): Look => {
  if (look.emblem !== "letter") return look;
  const letter = drawnText(look.letter);
  return letter === "" ? { ...look, emblem: EMBLEM_WITHOUT_LETTER } : { ...look, letter };
};

const wrap = (text: string, room: number): string[] => {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= room)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
};

/** At most so many lines, as even as its words allow. */
const balance = (text: string, most: number): string[] => {
  let room = Math.ceil(text.length / most);
  let lines = wrap(text, room);
  while (lines.length > most) lines = wrap(text, ++room);
  return lines;
};

/** Ends after a word where that costs little. */
const shorten = (text: string, room: number): string => {
  const cut = text.slice(0, Math.max(1, room)).replace(/[\uD800-\uDBFF]$/, "");
  const space = cut.lastIndexOf(" ");
  return `${(space > cut.length * 0.7 ? cut.slice(0, space) : cut).replace(/[ .,:;]$/, "")}…`;
};

const svgOf = (inner: string): string =>
  inner.startsWith("<svg")
    ? inner
    : `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${inner}</svg>`;

type Draw = (inner: string) => InstanceType<typeof Resvg>;

/** It may be loaded once in a process. */
let rasterizerReady: Promise<void> | undefined;

const prepareDraw = async (font: DisplayFont): Promise<Draw> => {
  rasterizerReady ??= initWasm(Bun.file(rasterizer).arrayBuffer());
  await rasterizerReady;
  const faces = [...DISPLAY[font].files, hankenGrotesk, hankenGroteskExt];
  const fontBuffers = await Promise.all(faces.map((file) => Bun.file(file).bytes()));
  return (inner) =>
    new Resvg(svgOf(inner), { font: { fontBuffers, defaultFontFamily: "Hanken Grotesk" } });
};

const textSvg = (
  text: string,
  { x, y, size, style }: { x: number; y: number; size: number; style: string },
) =>
  `<text x="${x}" y="${y}" font-size="${size}" xml:space="preserve" ${style}>${escapeHtml(text)}</text>`;

/** Measures in one face; what was measured once is known. */
class Ruler {
  readonly #known = new Map<string, number>();

  constructor(
    readonly draw: Draw,
    readonly face: string,
  ) {}

  #box(text: string): number {
    return (
      this.draw(textSvg(text, { x: 0, y: 100, size: 100, style: this.face })).getBBox()?.width ?? 0
    );
  }

  /** How far a text of size 1 moves on, blanks at its ends included. */
  advance(text: string): number {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const width = (this.#box(`|${text}|`) - this.#box("||")) / 100;
    this.#known.set(text, width);
    return width;
  }

  /** The renderer mixes two files of a face badly: each run of letters is set by itself. */
  runs(line: string): { run: string; from: number; to: number }[] {
    let to = 0;
    return (line.match(RUNS) ?? []).map((run) => ({
      run,
      from: to,
      to: (to += this.advance(run)),
    }));
  }

  widest(lines: readonly string[]): number {
    return Math.max(0, ...lines.map((line) => this.runs(line).at(-1)?.to ?? 0));
  }
}

/** Sets a text in the first way that holds it; what no way holds is shortened. */
const settle = (
  ruler: Ruler,
  given: string,
  settings: readonly Setting[],
  width = WORDS_WIDTH,
): Block => {
  let text = given;
  for (;;) {
    let tooLarge = 1;
    for (const { lines: most, smallest, largest } of settings) {
      const lines = balance(text, most);
      const fitting = width / Math.max(0.01, ruler.widest(lines));
      if (fitting >= smallest) return { size: Math.min(largest, Math.floor(fitting)), lines };
      tooLarge = smallest / fitting;
    }
    // At least one letter fewer each time, so that it ends.
    text = shorten(text, Math.min(text.length - 2, Math.floor(text.length / tooLarge)));
  }
};

const blockSvg = (
  ruler: Ruler,
  { size, lines }: Block,
  {
    x = LEFT,
    top,
    leading = 1,
    color,
  }: { x?: number; top: number; leading?: number; color: string },
): string =>
  lines
    .flatMap((line, index) => {
      const y = Math.round(top + size * (0.8 + index * leading));
      const style = `${ruler.face} fill="${color}"`;
      return ruler
        .runs(line)
        .map(({ run, from }) => textSvg(run, { x: x + from * size, y, size, style }));
    })
    .join("");

const heightOf = ({ size, lines }: Block, leading: number): number =>
  size * (0.8 + (lines.length - 1) * leading);

/** The words stand in the middle of what is left between the mark and the lower edge. */
const WORDS_TOP = 190;
const WORDS_BOTTOM = 566;
const MARK_RIGHT = 194;
const MARK_MIDDLE = 110;
const RULE = 6;
const TITLE_LEADING = 0.96;
const LINE_LEADING = 1.34;
const GAP = 34;

/**
 * What the words stand on: the scene of the home page, with the mark in its corner, or light in the
 * colours of the community behind its emblem.
 */
const groundSvg = async (look: Look, face: string): Promise<string> => {
  if (look.scene === "den") {
    const scene = Buffer.from(await Bun.file(sceneFile).bytes()).toString("base64");
    return `<image href="data:image/png;base64,${scene}" width="${WIDTH}" height="${HEIGHT}"/>`;
  }
  const { colours } = look;
  return `<radialGradient id="g" cx=".84" cy=".46" r=".6"><stop offset="0" stop-color="${colours["glow-strong"]}"/><stop offset="1" stop-color="${colours["ground-950"]}"/></radialGradient><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#g)"/><g transform="translate(800 130) scale(3.1)" opacity=".16">${markSvg(look, face)}</g><g transform="translate(72 60) scale(.833)">${markSvg(look, face)}</g>`;
};

/**
 * Draws a link preview: 1200 by 630 pixels, in the site's faces, before the scene of its home page.
 * Letters that the faces lack are left out, and what is too long is wrapped, made smaller and shortened.
 */
const drawPreview = async ({
  name,
  title,
  line,
  look: given,
}: PreviewWords & { look: Look }): Promise<Buffer> => {
  const look = drawable(given);
  const draw = await prepareDraw(look.font);
  const { face } = DISPLAY[look.font];
  const { ink, "ink-quiet": quiet, accent } = look.colours;
  const display = new Ruler(draw, face);
  const sans = new Ruler(draw, SANS);
  const nameBlock = settle(
    display,
    name === title ? "" : drawnText(name),
    NAME,
    LEFT + WORDS_WIDTH - MARK_RIGHT,
  );
  const titleBlock = settle(display, drawnText(title), TITLE);
  const lineBlock = settle(sans, drawnText(line), LINE);

  const hangs = /[gjpqy]/.test(titleBlock.lines.at(-1) ?? "");
  const titleHeight = heightOf(titleBlock, TITLE_LEADING) + (hangs ? titleBlock.size * 0.14 : 0);
  const total = titleHeight + GAP + RULE + GAP + heightOf(lineBlock, LINE_LEADING);
  const top = WORDS_TOP + Math.max(0, (WORDS_BOTTOM - WORDS_TOP - total) / 2);
  const ruleTop = Math.round(top + titleHeight + GAP);
  const picture = [
    await groundSvg(look, face),
    blockSvg(display, nameBlock, {
      x: MARK_RIGHT,
      top: MARK_MIDDLE - nameBlock.size * 0.45,
      color: ink,
    }),
    blockSvg(display, titleBlock, { top, leading: TITLE_LEADING, color: ink }),
    `<rect x="${LEFT}" y="${ruleTop}" width="88" height="${RULE}" fill="${accent}"/>`,
    blockSvg(sans, lineBlock, { top: ruleTop + RULE + GAP, leading: LINE_LEADING, color: quiet }),
  ];
  return encodeIndexedPng(draw(picture.join("")).render().pixels, WIDTH, HEIGHT);
};

/** @returns a PNG. */
export const drawPicture = async (picture: Picture): Promise<Buffer> => {
  if (!("iconSize" in picture)) return await drawPreview(picture);
  const { look, iconSize } = picture;
  const draw = await prepareDraw(look.font);
  const { pixels } = draw(iconSvg(drawable(look), iconSize, DISPLAY[look.font].face)).render();
  return encodeIndexedPng(pixels, iconSize, iconSize);
};
