import { escapeHtml } from "#shared/rules/text.ts";
import type { RenderedSite } from "./render-site.ts";

/** The screen under an address. */
export type FoundScreen = {
  /** Its own, such as `/member/tickets/$id`. */
  path: string;
  /** What the address says in the path's open places. */
  values: Readonly<Record<string, string>>;
  /** Tags for `<head>`, with their open places. */
  openHead: string;
  /** Finished tags for `<head>`; null where the address holds what does not belong in them. */
  head: string | null;
  /** Markup that stands in the page until the application draws it; may be empty. */
  shell: string;
};

/** What may go from an address into a page as it is. */
const PLAIN_VALUE = /^[\w-]{1,64}$/;

/** What a path says in the open places of a screen's, such as `/member/tickets/$id`; null for others. */
const valuesIn = (parts: readonly string[], path: string): Record<string, string> | null => {
  const given = path.split("/");
  if (given.length !== parts.length) return null;
  const values: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const value = given[index] ?? "";
    if (part.startsWith("$") && value !== "") values[part.slice(1)] = value;
    else if (part.toLowerCase() !== value.toLowerCase()) return null;
  }
  return values;
};

/** Tags for `<head>` with these texts in their open places; others stay open. */
export const filledHead = (head: string, texts: Readonly<Record<string, string>>): string =>
  head.replaceAll(/\$(\w+)/g, (whole, name: string) =>
    Object.hasOwn(texts, name) ? escapeHtml(texts[name] ?? "") : whole,
  );

const headFor = (head: string, values: Readonly<Record<string, string>>): string | null =>
  Object.values(values).every((value) => PLAIN_VALUE.test(value)) ? filledHead(head, values) : null;

/** Finds the screen that the application shows under a path, in whatever case; null where none is. */
export const screenFinder = (
  screens: readonly Omit<RenderedSite["screens"][number], "preview">[],
): ((path: string) => FoundScreen | null) => {
  const fixed = new Map<string, FoundScreen>();
  const open: { path: string; parts: readonly string[]; head: string; shell: string }[] = [];
  for (const { path, head, shell } of screens)
    if (path.includes("$")) open.push({ path, parts: path.split("/"), head, shell });
    else fixed.set(path.toLowerCase(), { path, values: {}, openHead: head, head, shell });
  return (path) => {
    const known = fixed.get(path.toLowerCase());
    if (known !== undefined) return known;
    for (const { path: own, parts, head, shell } of open) {
      const values = valuesIn(parts, path);
      if (values !== null)
        return { path: own, values, openHead: head, head: headFor(head, values), shell };
    }
    return null;
  };
};
