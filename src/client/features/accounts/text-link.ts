/** A link within a sentence, or alone below a form. */
export const TEXT_LINK =
  "font-semibold text-amber underline-offset-4 hover:text-amber-strong hover:underline";
