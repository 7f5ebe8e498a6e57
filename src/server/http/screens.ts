import type { RenderedSite } from "./render-site.ts";

/** The screen under an address. */
export type FoundScreen = {
  /** Finished tags for `<head>`; null where the address holds what does not belong in them. */
  head: string | null;
};

/** What may go from an address into a page as it is. */
const PLAIN_VALUE = /^[\w-]{1,64}$/;

const patternOf = (path: string) =>
  new RegExp(
    `^${path
      .split("/")
      .map((part) => (part.startsWith("$") ? `(?<${part.slice(1)}>[^/]+)` : RegExp.escape(part)))
      .join("/")}$`,
    "i",
  );

const headFor = (head: string, values: Readonly<Record<string, string>>): string | null =>
  Object.values(values).every((value) => PLAIN_VALUE.test(value))
    ? head.replaceAll(/\$(\w+)/g, (whole, name: string) => values[name] ?? whole)
    : null;

/** Finds the screen that the application shows under a path, in whatever case; null where none is. */
export const screenFinder = (
  screens: RenderedSite["screens"],
): ((path: string) => FoundScreen | null) => {
  const fixed = new Map<string, FoundScreen>();
  const open: { pattern: RegExp; head: string }[] = [];
  for (const { path, head } of screens)
    if (path.includes("$")) open.push({ pattern: patternOf(path), head });
    else fixed.set(path.toLowerCase(), { head });
  return (path) => {
    const known = fixed.get(path.toLowerCase());
    if (known !== undefined) return known;
    for (const { pattern, head } of open) {
      const values = pattern.exec(path)?.groups;
      if (values !== undefined) return { head: headFor(head, values) };
    }
    return null;
  };
};
