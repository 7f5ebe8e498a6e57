/** The one of some words that a text means, in whatever case it is written; undefined for none. */
export const inAnyCase = <T extends string>(words: readonly T[], text: string): T | undefined => {
  const asked = text.toLowerCase();
  return words.find((word) => word.toLowerCase() === asked);
};
