import { sameText, type SiteDocument } from "#server/config/community-file.ts";
import { SITE_SECTIONS, type SiteSection } from "#shared/constants/site.ts";
import {
  type ChangedLine,
  type PlacedProblem,
  type SiteProblem,
} from "#shared/schemas/site-document.ts";
import {
  byName,
  type Field,
  intoEntry,
  intoField,
  intoItem,
  isPart,
  labelOf,
  namesIn,
  type Place,
  placeAt,
  placeText,
  stepInto,
  titleOf,
} from "#shared/site-forms/fields.ts";
import { SECTION_FORMS } from "#shared/site-forms/forms.ts";
import { SITE_EDITOR, SITE_PUBLISH } from "#shared/site-messages.ts";
import { SITE_VERSIONS } from "#shared/site-publishing-messages.ts";

/** Where a section begins. */
export const placeIn = (section: SiteSection): Place => placeAt(SECTION_FORMS[section].fields);

/** What problems are told with. */
type Told = {
  drafted: SiteDocument;
  published: SiteDocument;
  /** What the store calls its packages, by their numbers. */
  packages: ReadonlyMap<unknown, string>;
};

/** What something is called that is published and stands in no draft any more; null for all else. */
const removedTitle = (field: Field | undefined, key: unknown, { drafted, published }: Told) => {
  if (field?.kind !== "reference" || field.to === "categories") return null;
  const { to } = field;
  const foundIn = (document: SiteDocument): unknown => {
    const list: unknown = document[to];
    return Array.isArray(list)
      ? list.find((one: unknown) => isPart(one) && one["key"] === key)
      : undefined;
  };
  const removed = foundIn(drafted) === undefined ? foundIn(published) : undefined;
  return isPart(removed) ? String(removed["title"] ?? removed["name"] ?? key) : null;
};

/** A problem with its place, in words that people have for both. */
export const placed = (problem: SiteProblem, told: Told): PlacedProblem => {
  const { section, path, level, message } = problem;
  let place = placeIn(section);
  let value: unknown = told.drafted[section];
  for (const step of path) {
    value = stepInto(value, step);
    if (typeof step === "string") place = intoField(place, step);
    else {
      const id = isPart(value) ? value["id"] : undefined;
      const name = told.packages.get(id);
      place =
        name === undefined
          ? intoItem(place, value, step)
          : intoEntry(place, SITE_EDITOR.packageNamed(name, String(id)));
    }
  }
  const removed = level === "error" ? removedTitle(place.field, value, told) : null;
  return {
    ...problem,
    place: placeText(place),
    message: removed === null ? message : SITE_VERSIONS.removed(removed),
  };
};

/** So many lines of a section are listed. */
const LINES_MAX = 300;

const isPlain = (value: unknown) => !isPart(value) && !Array.isArray(value);

/** What the form calls what can be chosen in a field. */
const labelsOf = (field: Field | undefined): Readonly<Record<string, string>> =>
  field !== undefined && "labels" in field ? field.labels : {};

const plainText = (value: unknown, labels: Readonly<Record<string, string>> = {}): string =>
  typeof value === "boolean" ? (value ? "yes" : "no") : labelOf(labels, String(value));

/** What is shown on one line; null for what is shown in parts. */
const textOf = (value: unknown, field?: Field): string | null => {
  const labels = labelsOf(field);
  if (!Array.isArray(value)) return isPart(value) ? null : plainText(value, labels);
  if (!value.every(isPlain)) return null;
  if (value.length === 0) return SITE_PUBLISH.none;
  return value.map((one) => plainText(one, labels)).join(", ");
};

const lineOf = (place: Place, before: unknown, after: unknown): ChangedLine => ({
  path: placeText(place),
  before: before === undefined ? null : (textOf(before, place.field) ?? ""),
  after: after === undefined ? null : (textOf(after, place.field) ?? ""),
});

/** Pairs of what two lists have under one name, in the order of the later, what is gone last. */
const pairsOf = (before: readonly unknown[], after: readonly unknown[]) => {
  const [old, present] = [namesIn(before), namesIn(after)];
  if (old === null || present === null)
    return Array.from({ length: Math.max(before.length, after.length) }, (_, index) => ({
      index,
      before: before[index],
      after: after[index],
    }));
  const [were, are] = [byName(old, before), byName(present, after)];
  const gone = old.filter((name) => !are.has(name));
  return [...present, ...gone].map((name, index) => ({
    index,
    before: were.get(name),
    after: are.get(name),
  }));
};

const orderLine = (
  before: readonly unknown[],
  after: readonly unknown[],
  place: Place,
): ChangedLine[] => {
  const [old, present] = [namesIn(before), namesIn(after)];
  if (old === null || present === null) return [];
  const [were, are] = [new Set(old), new Set(present)];
  const stayed = old.filter((name) => are.has(name));
  const now = present.filter((name) => were.has(name));
  if (stayed.join("\n") === now.join("\n")) return [];
  return [
    {
      path: placeText({ ...place, names: [...place.names, SITE_PUBLISH.order] }),
      before: before.map(titleOf).join(", "),
      after: after.map(titleOf).join(", "),
    },
  ];
};

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const asPart = (value: unknown) => (isPart(value) ? value : {});

const linesOf = (before: unknown, after: unknown, place: Place): ChangedLine[] => {
  if (sameText(before) === sameText(after)) return [];
  // What is gone is named; its fields are in the history.
  if (isPart(before) && after === undefined)
    return [{ path: placeText(place), before: "", after: null }];
  const given = [before, after].filter((value) => value !== undefined);
  if (given.every(isPart)) {
    const [old, present] = [asPart(before), asPart(after)];
    const names = new Set([...Object.keys(present), ...Object.keys(old)]);
    return [...names].flatMap((name) => linesOf(old[name], present[name], intoField(place, name)));
  }
  if (given.every(Array.isArray) && given.some((list) => textOf(list) === null)) {
    const [old, present] = [asList(before), asList(after)];
    const items = pairsOf(old, present).flatMap(({ index, ...pair }) =>
      linesOf(pair.before, pair.after, intoItem(place, pair.after ?? pair.before, index)),
    );
    return [...items, ...orderLine(old, present, place)];
  }
  if (given.every((value) => textOf(value) !== null)) return [lineOf(place, before, after)];
  // Another kind of thing stands there now.
  return [...linesOf(before, undefined, place), ...linesOf(undefined, after, place)];
};

/** What differs in a section, in words. */
export const changesIn = (
  section: SiteSection,
  before: unknown,
  after: unknown,
): { section: SiteSection; lines: ChangedLine[]; more: number } => {
  const lines = linesOf(before, after, placeIn(section));
  return {
    section,
    lines: lines.slice(0, LINES_MAX),
    more: Math.max(0, lines.length - LINES_MAX),
  };
};

/** The sections that differ. */
export const changedSections = (before: SiteDocument, after: SiteDocument): SiteSection[] =>
  SITE_SECTIONS.filter((name) => sameText(before[name]) !== sameText(after[name]));
