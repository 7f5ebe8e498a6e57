/** The policies through which our own code may make a script of an address, and markup of a text. */
export const TRUSTED_TYPES = {
  /** Of `src/client/boot.js`: the application's own script. */
  start: "start",
  /** Of `src/client/features/shop/card-parts.tsx`: what the shop says of a package. */
  packageHtml: "package-html",
} as const;
