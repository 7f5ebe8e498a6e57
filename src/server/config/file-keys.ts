/** As names are written in the owner's file: `votePoints` is `vote_points`. */
export const inFile = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const inCode = (name: string) =>
  name.replaceAll(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());

/** What stands in the owner's file, with names as they are in code. */
export const fromFile = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(fromFile);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [inCode(name), fromFile(inner)]),
  );
};
