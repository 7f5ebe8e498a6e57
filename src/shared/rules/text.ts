const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text that may stand in HTML, between tags or in a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** The one of some words that a text means, in whatever case it is written; undefined for none. */
export const inAnyCase = <T extends string>(words: readonly T[], text: string): T | undefined => {
  const asked = text.toLowerCase();
  return words.find((word) => word.toLowerCase() === asked);
};
