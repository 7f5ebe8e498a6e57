import { cleanLine } from "#server/providers/clean-line.ts";
import { isSeen } from "#shared/schemas/text.ts";

const NAME_MAX = 50;

/**
 * What a provider calls somebody, as one line of at most 50 characters.
 * @returns "" for no name, and for one of which nothing can be seen, such as a Hangul filler.
 */
export const readName = (raw: string | null | undefined): string => {
  const name = cleanLine(raw ?? "", NAME_MAX);
  return isSeen(name) ? name : "";
};
