/** What stands for a community where it has no picture of its own; drawn in a box of 120 by 120. */

/** The emblems that the program brings along: `letter` is the first of the community's name. */
export const BRAND_EMBLEMS = [
  "letter",
  "castle",
  "flame",
  "lynx",
  "mountain",
  "pickaxe",
  "pine",
  "snowflake",
  "swords",
] as const;
export type BrandEmblem = (typeof BRAND_EMBLEMS)[number];

/** The hexagon behind every emblem: pointy-top, radius 59. */
export const HEXAGON = "M60 1l51.1 29.5v59l-51.1 29.5-51.1-29.5v-59z";

/** The lynx, as planes of fur that lie inside its head. Outline of the head: its ear tufts break the hexagon. */
export const LYNX_HEAD =
  "M60 39l9.5 3.5 14.5-16 7-3 13-18.5-2.5 22-2.5 25 2 13 7 11.5-8 1.5 4.5 12-12.5-.5-.5 11-11.5-3-3 9.5-9-3.5-8 8.5-8-8.5-9 3.5-3-9.5-11.5 3-.5-11-12.5 .5 4.5-12-8-1.5 7-11.5 2-13-2.5-25-2.5-22 13 18.5 7 3 14.5 16 9.5-3.5z";
export const LYNX_CHEEKS =
  "M99 52l2 13 7 11.5-8 1.5 4.5 12-12.5-.5-.5 11-11.5-3 3-5.5 5-10 5.5-15zM21 52l-2 13-7 11.5 8 1.5-4.5 12 12.5-.5 .5 11 11.5-3-3-5.5-5-10-5.5-15z";
export const LYNX_CROWN = "M60 39l9.5 3.5-5 13.5-4.5 6zM60 39l-9.5 3.5 5 13.5 4.5 6z";
export const LYNX_BROWS =
  "M69.5 42.5l29.5 9.5-4 5.5-18 3.5-10.5 8-2-13zM50.5 42.5l-29.5 9.5 4 5.5 18 3.5 10.5 8 2-13z";
export const LYNX_EARS = "M78 43l9.5-12 5.5-4 .5 21.5zM42 43l-9.5-12-5.5-4-.5 21.5z";
export const LYNX_BRIDGE = "M60 62l4.5-6 2 13 2.5 16h-9zM60 62l-4.5-6-2 13-2.5 16h9z";
export const LYNX_MUZZLE =
  "M69.5 86l11 4-2.5 7-8 3-8.8-3v-3.5zM50.5 86l-11 4 2.5 7 8 3 8.8-3v-3.5z";
export const LYNX_NOSE = "M60 84.5h9l-3.5 5.5-4.3 2.6v3.4h-1.2h-1.2v-3.4l-4.3-2.6-3.5-5.5h9z";
export const LYNX_CHIN = "M70 101.2l7 5.8-9-3.5-8 8.5v-13.4zM50 101.2l-7 5.8 9-3.5 8 8.5v-13.4z";
export const LYNX_EYES =
  "M66.5 74l6.5-7 10-5 12-2.5-4 9-7 6-9 2.5zM53.5 74l-6.5-7-10-5-12-2.5 4 9 7 6 9 2.5z";
export const LYNX_EYE_LIGHT =
  "M73 67l10-5 12-2.5-2.4 5.5-10.1 1.2-8.5 5.3-7.5 2.5zM47 67l-10-5-12-2.5 2.4 5.5 10.1 1.2 8.5 5.3 7.5 2.5z";
export const LYNX_PUPILS = "M81 62.9l3 6.1-2.4 6.2-3-5.7zM39 62.9l-3 6.1 2.4 6.2 3-5.7z";

/** Signs that are lines, in a box of 24 by 24: those of Lucide (ISC). */
export const SIGNS: Readonly<Partial<Record<BrandEmblem, readonly string[]>>> = {
  castle: [
    "M10 5V3",
    "M14 5V3",
    "M15 21v-3a3 3 0 0 0-6 0v3",
    "M18 3v8",
    "M18 5H6",
    "M22 11H2",
    "M22 9v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V9",
    "M6 3v8",
  ],
  flame: [
    "M12 3q1 4 4 6.5t3 5.5a1 1 0 0 1-14 0 5 5 0 0 1 1-3 1 1 0 0 0 5 0c0-2-1.5-3-1.5-5q0-2 2.5-4",
  ],
  mountain: ["m8 3 4 8 5-5 5 15H2L8 3z"],
  pickaxe: [
    "m14 13-8.381 8.38a1 1 0 0 1-3.001-3L11 9.999",
    "M15.973 4.027A13 13 0 0 0 5.902 2.373c-1.398.342-1.092 2.158.277 2.601a19.9 19.9 0 0 1 5.822 3.024",
    "M16.001 11.999a19.9 19.9 0 0 1 3.024 5.824c.444 1.369 2.26 1.676 2.603.278A13 13 0 0 0 20 8.069",
    "M18.352 3.352a1.205 1.205 0 0 0-1.704 0l-5.296 5.296a1.205 1.205 0 0 0 0 1.704l2.296 2.296a1.205 1.205 0 0 0 1.704 0l5.296-5.296a1.205 1.205 0 0 0 0-1.704z",
  ],
  pine: [
    "m17 14 3 3.3a1 1 0 0 1-.7 1.7H4.7a1 1 0 0 1-.7-1.7L7 14h-.3a1 1 0 0 1-.7-1.7L9 9h-.2A1 1 0 0 1 8 7.3L12 3l4 4.3a1 1 0 0 1-.8 1.7H15l3 3.3a1 1 0 0 1-.7 1.7H17Z",
    "M12 22v-3",
  ],
  snowflake: [
    "m10 20-1.25-2.5L6 18",
    "M10 4 8.75 6.5 6 6",
    "m14 20 1.25-2.5L18 18",
    "m14 4 1.25 2.5L18 6",
    "m17 21-3-6h-4",
    "m17 3-3 6 1.5 3",
    "M2 12h6.5L10 9",
    "m20 10-1.5 2 1.5 2",
    "M22 12h-6.5L14 15",
    "m4 10 1.5 2L4 14",
    "m7 21 3-6-1.5-3",
    "m7 3 3 6h4",
  ],
  swords: [
    "m13 19 6-6",
    "M14.5 17.5 3.586 6.586A2 2 0 013 5.172V3h2.172a2 2 0 011.414.586L17.5 14.5",
    "m14.828 6.172 2.586-2.586A2 2 0 0118.828 3H21v2.172a2 2 0 01-.586 1.414l-2.586 2.586",
    "m16 16 4 4",
    "m19 21 2-2",
    "m5 14 4 4",
    "m5 21-2-2",
    "M7.5 16.5 4 20",
  ],
};

/** The letter that stands for a community: one, also where its capital is written as two. */
export const letterOf = (name: string): string =>
  /[\p{L}\p{N}]/u.exec(name.toUpperCase())?.[0] ?? "?";

/** The typefaces that the program brings along for what is set large; texts have one of their own. */
export const DISPLAY_FONTS = [
  "big-shoulders",
  "grenze-gotisch",
  "oswald",
  "saira-condensed",
] as const;
/** What they are called. */
export const DISPLAY_FONT_NAMES: Readonly<Record<(typeof DISPLAY_FONTS)[number], string>> = {
  "big-shoulders": "Big Shoulders",
  "grenze-gotisch": "Grenze Gotisch",
  oswald: "Oswald",
  "saira-condensed": "Saira Condensed",
};
export type DisplayFont = (typeof DISPLAY_FONTS)[number];
