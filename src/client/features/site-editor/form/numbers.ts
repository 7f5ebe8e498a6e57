import type { Json } from "./content.ts";

/** A number as it stands in the document; what is none yet stays text, and is told of when it is saved. */
export const numberFrom = (text: string): Json | undefined => {
  const written = text.trim().replace(",", ".");
  if (written === "") return undefined;
  const number = Number(written);
  return Number.isFinite(number) && !/[.]$/.test(written) ? number : text;
};
