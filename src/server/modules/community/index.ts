export { fontCss } from "./display-fonts.ts";
export { drawnText } from "./drawn-text.ts";
export { homeOf, siteOf } from "./site-of.ts";
export { type Look, type Theme, themeOf } from "./theme.ts";
