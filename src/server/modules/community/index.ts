export { siteOf } from "./site-of.ts";
export { type Look, type Theme, themeOf } from "./theme.ts";
