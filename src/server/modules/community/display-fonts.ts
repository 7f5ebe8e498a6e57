import bigShoulders from "@fontsource-variable/big-shoulders/wght.css" with { type: "text" };
import grenzeGotisch from "@fontsource/grenze-gotisch/700.css" with { type: "text" };
import oswald from "@fontsource/oswald/700.css" with { type: "text" };
import sairaCondensed from "@fontsource/saira-condensed/800.css" with { type: "text" };
import type { DisplayFont } from "#shared/constants/brand.ts";

/** A stand-in for weights such as `100 700`, in percent of its own measures. */
type StandIn = { weights: string; size: number; ascent: number; descent: number };

type Face = {
  /** As its package names it in `css`. */
  family: string;
  package: string;
  css: string;
  /** In percent: so large are its letters set that a line is about as long as in the others. */
  size?: number;
  /** Where capitals alone are hard to read. */
  isMixedCase?: true;
  /** In place of Arial and what is like it, and of DejaVu. */
  standIns: readonly [arial: readonly StandIn[], dejavu: readonly StandIn[]];
};

const ALL = "100 900";
const standIn = (size: number, ascent: number, descent: number, weights = ALL): StandIn => ({
  weights,
  size,
  ascent,
  descent,
});

/**
 * Stand-ins have the width and height of the face that is on its way, so that no line jumps. Big
 * Shoulders grows wider with its weight and so has one for each that the page begins with; the others
 * come in one weight. The measures are those of capitals, and of small letters where these are used.
 */
const FACES: Readonly<Record<DisplayFont, Face>> = {
  "big-shoulders": {
    family: "Big Shoulders Variable",
    package: "@fontsource-variable/big-shoulders",
    css: bigShoulders,
    standIns: [
      [
        standIn(69, 142.8, 30.7, "100 700"),
        standIn(73, 135, 29, "800"),
        standIn(75.5, 130.5, 28, "900"),
      ],
      [
        standIn(62.9, 156.7, 33.7, "100 700"),
        standIn(65.1, 151.4, 32.6, "800"),
        standIn(67, 147.1, 31.6, "900"),
      ],
    ],
  },
  "grenze-gotisch": {
    family: "Grenze Gotisch",
    package: "@fontsource/grenze-gotisch",
    css: grenzeGotisch,
    size: 112,
    isMixedCase: true,
    standIns: [[standIn(73, 168.8, 58.3)], [standIn(65.2, 189, 65.3)]],
  },
  oswald: {
    family: "Oswald",
    package: "@fontsource/oswald",
    css: oswald,
    size: 91,
    standIns: [[standIn(73, 148.3, 36.2)], [standIn(65.2, 166.1, 40.5)]],
  },
  "saira-condensed": {
    family: "Saira Condensed",
    package: "@fontsource/saira-condensed",
    css: sairaCondensed,
    size: 103,
    standIns: [[standIn(73, 160.8, 62.1)], [standIn(65.2, 180.1, 69.5)]],
  },
};

const STAND_INS = ["Display Fallback", "Display Fallback 2"] as const;
const SYSTEM_FONTS = [
  'local("Arial Bold"),local("Arial-BoldMT"),local("Liberation Sans Bold"),local("Roboto Bold")',
  'local("DejaVu Sans Bold"),local("DejaVuSans-Bold")',
] as const;

const standInCss = (faces: readonly StandIn[], index: 0 | 1) =>
  faces.map(
    ({ weights, size, ascent, descent }) =>
      `@font-face{font-family:"${STAND_INS[index]}";font-weight:${weights};src:${SYSTEM_FONTS[index]};size-adjust:${size}%;ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:0%}`,
  );

const FILE = /\/files\/([\w-]+)\.woff2/;
const RANGE = /unicode-range: ([^;:]+);/;

/** Its files, one for each alphabet. */
const partsOf = ({ css }: Face) =>
  css.split("@font-face").flatMap((block) => {
    const [, name] = FILE.exec(block) ?? [];
    const [, range] = RANGE.exec(block) ?? [];
    return name === undefined || range === undefined ? [] : [{ name, range }];
  });

/** Every file that a browser may ask for, as its package names it. */
export const DISPLAY_FONT_FILES: readonly string[] = Object.values(FACES).flatMap((face) =>
  partsOf(face).map(({ name }) => `${face.package}/files/${name}.woff2`),
);

/** Of the face in which texts are set: see styles.css. */
const TEXT_FONT = "hanken-grotesk-latin-wght-normal";
const LATIN = /-latin-(?!ext-)/;

/**
 * What every page is set in, texts and headings, in the alphabet that all of them have.
 * @param paths of the client's files.
 */
export const fontPaths = (font: DisplayFont, paths: readonly string[]): string[] =>
  [TEXT_FONT, ...partsOf(FACES[font]).map(({ name }) => name)].flatMap((name) =>
    LATIN.test(name) ? paths.filter((path) => path.startsWith(`/assets/${name}-`)) : [],
  );

/**
 * The style of a typeface, for `/theme.css`.
 * @param paths of the client's files, which have its own among them under `/assets`, with a hash.
 */
export const fontCss = (font: DisplayFont, paths: readonly string[]): string => {
  const face = FACES[font];
  const { family, size = 100, isMixedCase = false, standIns } = face;
  const faces = partsOf(face).flatMap(({ name, range }) => {
    const path = paths.find((one) => one.startsWith(`/assets/${name}-`));
    if (path === undefined) return [];
    const sized = size === 100 ? "" : `size-adjust:${size}%;`;
    return `@font-face{font-family:"${family}";font-style:normal;font-display:swap;font-weight:${ALL};${sized}src:url(${path}) format("woff2");unicode-range:${range}}`;
  });
  const others = `${STAND_INS.map((name) => `"${name}"`).join()},"Arial Narrow",sans-serif`;
  return [
    ...faces,
    ...standInCss(standIns[0], 0),
    ...standInCss(standIns[1], 1),
    `:root{--font-display:"${family}",${others}${isMixedCase ? ";--display-case:none;--display-spacing:normal" : ""}}`,
    // As in styles.css: the page is painted before its fonts are fetched.
    `@media (scripting:enabled){:root:not([data-painted]){--font-display:${others}}}`,
  ].join("\n");
};
