/**
 * The palette of a community: every colour of the site, computed in OKLCH from the two that its owner
 * chooses, and the contrasts that these have.
 */
import {
  clampChroma,
  formatHex,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeRgb,
  type Oklch,
  parse,
  useMode,
  wcagContrast,
} from "culori/fn";

useMode(modeRgb);
useMode(modeLrgb);
useMode(modeOklab);
const oklch = useMode(modeOklch);

/**
 * How far a colour lies from the one that it comes from: what is added to its lightness, by what its
 * chroma is multiplied, and by how many degrees its hue is turned. Measured on the palette that was
 * drawn by hand for the night: it is the house's way from a ground to its panels, lines and texts.
 */
type Step = readonly [lightness: number, chroma: number, hue: number];

const GROUNDS = {
  /** The page, and text on a ground of the accent. */
  "ground-950": [0, 1, 0],
  "ground-900": [0.0262, 1.352, -1.8],
  "ground-850": [0.0511, 1.734, -2],
  /** Upper edge of a panel, which ends in 900. */
  panel: [0.0631, 1.987, -4.8],
  "ground-800": [0.0826, 2.35, -4.6],
  /** Lines, and the highest ground that texts stand on. */
  "ground-700": [0.1296, 2.9, -5.8],
  "ground-600": [0.1933, 3.504, -5],
  "ground-500": [0.2715, 4.28, -5.4],
  /** Light that falls on a page from its edge. */
  "glow-dim": [0.1033, 3.195, -3.2],
  glow: [0.123, 3.573, -11.1],
  "glow-strong": [0.1642, 4.085, -10.9],
  "glow-bright": [0.1785, 4.264, -8.4],
} as const satisfies Record<string, Step>;

const TEXTS = {
  ink: [0.8012, 1.626, -30.1],
  "ink-soft": [0.7151, 2.053, -14],
  "ink-lead": [0.7051, 2.152, -11.5],
  "ink-quiet": [0.7009, 2.362, -12.3],
  muted: [0.6072, 2.838, -9.3],
  faint: [0.5139, 3.352, -7.2],
  /** In place of these and of lines for whoever asks for more contrast. */
  "muted-high": [0.7415, 1.744, -16.3],
  "faint-high": [0.6913, 1.859, -13.3],
  "line-high": [0.5485, 2.479, -12.4],
} as const satisfies Record<string, Step>;

/** Of emblems, whose stone is lit from above whatever the page is like. */
const STONES = {
  "stone-100": [0.6072, 2.838, -9.3],
  "stone-200": [0.5347, 3.115, -6.2],
  "stone-300": [0.491, 3.271, -4.9],
  "stone-400": [0.4444, 3.224, -2.5],
  "stone-500": [0.3895, 3.295, -2.6],
  "stone-600": [0.3197, 3.281, -4.2],
  "stone-700": [0.2952, 3.206, -5.8],
  "stone-750": [0.2551, 3.154, -3.2],
  "stone-800": [0.2269, 2.844, -3.3],
  "stone-900": [0.0262, 1.352, -1.8],
  "stone-950": [0, 1, 0],
} as const satisfies Record<string, Step>;

const ACCENTS = {
  accent: [0, 1, 0],
  "accent-strong": [0.0617, 0.901, 5.3],
  "accent-deep": [-0.1885, 0.872, -8.9],
} as const satisfies Record<string, Step>;

/** A ground in the accent's hue: its lightness is added to that of the background. */
const ACCENT_GROUND: Step = [0.0909, 0.179, 3.2];

/** The product's own: good, bad and the metals of tiers. They move only where nobody could read them. */
const SIGNALS = {
  moss: "#7fd18a",
  ember: "#ff7a59",
  "ember-soft": "#ffb09a",
  flame: "#fb9a4b",
  laurel: "#f0b93a",
  crystal: "#8fe3ff",
  blades: "#b794ff",
  "blades-soft": "#d3bdff",
} as const;

export type ColourName =
  | keyof typeof GROUNDS
  | keyof typeof TEXTS
  | keyof typeof STONES
  | keyof typeof ACCENTS
  | keyof typeof SIGNALS
  | "accent-ground";

export type Palette = {
  /** What the browser's own parts go by. */
  scheme: "dark" | "light";
  /** As `#rrggbb`. */
  colours: Readonly<Record<ColourName, string>>;
};

/** What WCAG 2.2 AA asks of text, and of large text and what has to be seen. */
const CONTRAST = { text: 4.5, large: 3 } as const;

/** The contrast of two colours after WCAG, between 1 and 21. */
const contrastOf = (one: string, other: string): number => wcagContrast(one, other);

/** Lightness as a number or a percentage, chroma, and the hue in degrees. */
const OKLCH =
  /^oklch\((?:\d{1,3}(?:\.\d{1,6})?|\.\d{1,6})%? +(?:\d(?:\.\d{1,6})?|\.\d{1,6}) +\d{1,3}(?:\.\d{1,6})?(?:deg)?\)$/i;

/** Within what a screen shows: of the same lightness and hue, as colourful as there is. */
const shown = (colour: Oklch): string => formatHex(clampChroma(colour, "oklch"));

/** `#rrggbb` of a colour that is written so or as `oklch(…)`; null for anything else. */
export const hexOf = (written: string): string | null => {
  const isHex = /^#[\da-f]{6}$/i.test(written);
  const colour = isHex || OKLCH.test(written) ? oklch(parse(written)) : undefined;
  return colour === undefined ? null : isHex ? written.toLowerCase() : shown(colour);
};

const between = (least: number, value: number, most: number) =>
  Math.min(Math.max(value, least), most);

/** Grounds and texts of a colourful background are no more colourful than that, or than this. */
const CHROMA_MAX = 0.04;
const TEXT_CHROMA_MAX = 0.03;
/** From the house's own background to white; where there is less room, steps are shorter. */
const ROOM = 0.856;
/** On a darker one than that, panels and texts are as far from black as on it. */
const DARKEST = 0.14386;
/** In steps like this another lightness is looked for: few people see one. */
const NUDGE = 0.01;

const readOklch = (hex: string): Oklch => oklch(parse(hex)) ?? { mode: "oklch", l: 0, c: 0 };

/**
 * The nearest lightness at which a colour has enough contrast with all of these; its own where there is
 * none.
 * @param towards 1 for lighter, -1 for darker.
 */
const readableOn = (
  colour: string,
  grounds: readonly string[],
  towards: 1 | -1,
  ratio: number,
): string => {
  const isEnough = (hex: string) => grounds.every((ground) => contrastOf(hex, ground) >= ratio);
  const { l, ...rest } = readOklch(colour);
  for (let way = 0, hex = colour; l + towards * way >= 0 && l + towards * way <= 1; way += NUDGE) {
    if (way > 0) hex = shown({ ...rest, l: l + towards * way });
    if (isEnough(hex)) return hex;
  }
  return colour;
};

const fromEntries = <Name extends string>(names: readonly Name[], of: (name: Name) => string) =>
  Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, string>;

const namesOf = <Name extends string>(record: Readonly<Record<Name, unknown>>) =>
  Object.keys(record) as Name[];

/** Whether black text reads better there than white. */
export const isLight = (background: string) =>
  contrastOf(background, "#000000") > contrastOf(background, "#ffffff");

/**
 * Computes the palette of a community. On a light background all goes the other way: panels, lines and
 * texts are darker than it, and what stresses the accent is darker, too.
 * @param accent as `hexOf` gives it. @param background likewise.
 */
export const paletteOf = ({
  accent,
  background,
}: {
  accent: string;
  background: string;
}): Palette => {
  const light = isLight(background);
  const way = light ? -1 : 1;
  const given = readOklch(background);
  const base = light ? given.l : Math.max(given.l, DARKEST);
  const scale = Math.min(1, (light ? base : 1 - base) / ROOM) * way;
  const tinted = (l: number, [, chroma, hue]: Step, chromaMax: number) =>
    shown({
      mode: "oklch",
      l: between(0, l, 1),
      c: Math.min(given.c * chroma, Math.max(chromaMax, Math.min(given.c, CHROMA_MAX))),
      h: (given.h ?? 0) + hue,
    });
  const grounds = fromEntries(namesOf(GROUNDS), (name) => {
    const step: Step = GROUNDS[name];
    return step[0] === 0 ? background : tinted(base + scale * step[0], step, CHROMA_MAX);
  });
  const stones = fromEntries(namesOf(STONES), (name) => {
    const step: Step = STONES[name];
    return tinted(DARKEST + step[0], step, CHROMA_MAX);
  });
  const highest = [grounds["ground-950"], grounds["ground-700"]];
  const texts = fromEntries(namesOf(TEXTS), (name) => {
    const step: Step = TEXTS[name];
    const text = tinted(base + scale * step[0], step, TEXT_CHROMA_MAX);
    return readableOn(text, highest, way, CONTRAST.text);
  });
  const tone = readOklch(accent);
  const accents = fromEntries(namesOf(ACCENTS), (name) => {
    const [lightness, chroma, hue] = ACCENTS[name];
    if (lightness === 0) return accent;
    const l = between(0, tone.l + way * lightness, 1);
    return shown({ mode: "oklch", l, c: tone.c * chroma, h: (tone.h ?? 0) + hue });
  });
  const [lightness, chroma, hue] = ACCENT_GROUND;
  const accentGround = shown({
    mode: "oklch",
    l: between(0, base + scale * lightness, 1),
    c: tone.c * chroma,
    h: (tone.h ?? 0) + hue,
  });
  const signals = fromEntries(namesOf(SIGNALS), (name) =>
    readableOn(SIGNALS[name], highest, way, CONTRAST.text),
  );
  return {
    scheme: light ? "light" : "dark",
    colours: {
      ...grounds,
      ...texts,
      ...stones,
      ...accents,
      "accent-ground": accentGround,
      ...signals,
    },
  };
};

/** What stands on what, from the ground on which it is read best to the one on which it is read worst. */
const PAIRS: readonly {
  key: "accent" | "background";
  text: ColourName;
  ground: ColourName;
  ratio: number;
}[] = [
  ...(["ground-950", "ground-800", "ground-700"] as const).flatMap((ground) =>
    (["ink", "muted", "faint", "moss", "ember"] as const).map(
      (text) => ({ key: "background", text, ground, ratio: CONTRAST.text }) as const,
    ),
  ),
  { key: "accent", text: "accent", ground: "ground-950", ratio: CONTRAST.text },
  { key: "accent", text: "accent", ground: "ground-700", ratio: CONTRAST.text },
  { key: "accent", text: "ground-950", ground: "accent-strong", ratio: CONTRAST.text },
  { key: "accent", text: "ink", ground: "accent-ground", ratio: CONTRAST.text },
];

/** A pair that too few people can read. */
export type FaintPair = {
  /** Which of the two chosen colours would have to be another. */
  key: "accent" | "background";
  text: ColourName;
  ground: ColourName;
  /** What there is, and what there has to be. */
  measured: number;
  needed: number;
  /** A colour with which there is enough, as near as possible; null where there is none near. */
  instead: string | null;
};

/** A contrast as people read it, rounded down: 4.496 is not enough. */
export const ratioText = (ratio: number): string =>
  `${(Math.floor(ratio * 100) / 100).toFixed(2)}:1`;

/** A pair that can be read, and not much better than it has to be. */
export type ClosePair = Pick<FaintPair, "text" | "ground" | "measured" | "needed">;

/** Within this share above what is needed a pair is close to it. */
const CLOSE = 1.1;

/**
 * The pairs of the accent that are readable, and close to not being so, the worst first. Those of the
 * background are no choice of its owner's: texts are computed to be just as readable as they have to be.
 */
export const closePairs = (chosen: { accent: string; background: string }): ClosePair[] => {
  const { colours } = paletteOf(chosen);
  return PAIRS.flatMap(({ key, ratio: needed, text, ground }) => {
    const measured = contrastOf(colours[text], colours[ground]);
    const isClose = key === "accent" && measured >= needed && measured < needed * CLOSE;
    return isClose ? [{ text, ground, measured, needed }] : [];
  }).toSorted((a, b) => a.measured - b.measured);
};

/** Two colours of which one stands on the other, and how well it is read there. */
export type MeasuredPair = (typeof PAIRS)[number] & { measured: number };

/** Every pair that has to be readable, with its contrast. */
export const measuredPairs = (palette: Palette): MeasuredPair[] =>
  PAIRS.map((pair) => ({
    ...pair,
    measured: contrastOf(palette.colours[pair.text], palette.colours[pair.ground]),
  }));

const faintIn = ({ colours }: Palette) =>
  PAIRS.flatMap(({ ratio, ...pair }) => {
    const measured = contrastOf(colours[pair.text], colours[pair.ground]);
    return measured < ratio ? [{ ...pair, measured, needed: ratio }] : [];
  });

/** The colour of another lightness with which nothing is faint any more. */
const insteadOf = (chosen: { accent: string; background: string }, key: FaintPair["key"]) => {
  const { l, ...rest } = readOklch(chosen[key]);
  for (let way = NUDGE; way < 1; way += NUDGE)
    for (const lightness of [l - way, l + way]) {
      if (lightness < 0 || lightness > 1) continue;
      const tried = { ...chosen, [key]: shown({ ...rest, l: lightness }) };
      if (faintIn(paletteOf(tried)).every((pair) => pair.key !== key)) return tried[key];
    }
  return null;
};

/**
 * The worst pair of text and ground that is below WCAG AA; null where there is none. Of an accent it says
 * something only on a background on which texts can be read.
 */
export const faintPair = (chosen: { accent: string; background: string }): FaintPair | null => {
  const found = faintIn(paletteOf(chosen));
  const key = found.some((pair) => pair.key === "background") ? "background" : "accent";
  const [worst] = found
    .filter((pair) => pair.key === key)
    .toSorted((a, b) => a.measured - b.measured);
  return worst === undefined ? null : { ...worst, instead: insteadOf(chosen, key) };
};
