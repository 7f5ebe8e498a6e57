import type { SiteDocument } from "#server/config/community-file.ts";
import { MENU_TITLES } from "#shared/messages.ts";
import type { SiteProblem, SiteSection } from "#shared/schemas/site-document.ts";
import { labelOf } from "#shared/site-forms/fields.ts";
import { SECTION_FORMS } from "#shared/site-forms/forms.ts";
import {
  intoEntry,
  intoField,
  type Place,
  placeAt,
  placeText,
  stepInto,
} from "#shared/site-forms/places.ts";
import { SITE_EDITOR } from "#shared/site-messages.ts";

type Part = Readonly<Record<string, unknown>>;

export const isPart = (value: unknown): value is Part =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** By which things of a list are told apart, the first that they have. */
const NAMES = ["key", "id", "name", "title", "screen", "page", "link", "offense", "text"] as const;
/** By which people know them, likewise. */
const SHOWN = ["name", "title", "offense", "text", "key", "id", "screen", "page", "link"] as const;

const TITLE_MAX = 60;

/** What something in a list is called; its place in the list where it has no name. */
export const titleOf = (item: unknown, index: number): string => {
  const name = isPart(item) ? SHOWN.find((one) => item[one] !== undefined) : undefined;
  const text = isPart(item) && name !== undefined ? String(item[name]) : "";
  const shown = name === "screen" ? labelOf(MENU_TITLES, text) : text;
  const [line = ""] = shown.trim().split("\n");
  return line === "" ? SITE_EDITOR.row(index + 1) : line.slice(0, TITLE_MAX);
};

/** What tells the things of a list apart; null where something does not. */
export const namesIn = (list: readonly unknown[]): string[] | null => {
  const names = list.flatMap((item) => {
    const name = isPart(item) ? NAMES.find((one) => item[one] !== undefined) : undefined;
    return isPart(item) && name !== undefined ? `${name} ${String(item[name])}` : [];
  });
  return names.length === list.length && new Set(names).size === names.length ? names : null;
};

/** Where a section begins. */
export const placeIn = (section: SiteSection): Place => placeAt(SECTION_FORMS[section].fields);

/** The place of something in a list, by what it is called. */
export const intoItem = (place: Place, item: unknown, index: number): Place =>
  intoEntry(place, titleOf(item, index));

/** Where a problem is, as people read it. */
export const placeOf = (document: SiteDocument, { section, path }: SiteProblem): string => {
  let place = placeIn(section);
  let value: unknown = document[section];
  for (const step of path) {
    value = stepInto(value, step);
    place = typeof step === "number" ? intoItem(place, value, step) : intoField(place, step);
  }
  return placeText(place);
};
