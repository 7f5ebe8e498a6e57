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
