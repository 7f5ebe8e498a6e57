import type { SiteSection } from "#shared/constants/site.ts";
import type { PicturePlace } from "#shared/constants/uploads.ts";
import { MENU_TITLES } from "#shared/messages.ts";
import { SITE_EDITOR } from "#shared/site-messages.ts";

type Named = {
  /** Within what the field stands in; "" for the whole section. */
  key: string;
  label: string;
  hint?: string;
};

/** What a value looks like before anything is typed. */
type Written = { placeholder?: string };

/** What of the community's own a value names. */
export type Reference = "games" | "tiers" | "servers" | "categories";

/** For each of these kinds of field the same. */
type Each<Kind, Rest> = Kind extends string ? Named & Rest & { kind: Kind } : never;

export type Field =
  /**
   * One line. `braces`: what may stand in braces, so that it can be chosen instead of known.
   * `isInCapitals`: so it is written, however it is typed.
   */
  | Each<
      "line" | "address" | "email",
      Written & { braces?: readonly string[]; isInCapitals?: boolean }
    >
  /** Several lines. */
  | Each<"text" | "markdown", Written & { braces?: readonly string[] }>
  /** Names something for good; while it is new it follows from what stands in `from`. */
  | (Named & { kind: "key"; from: string; isAddress?: boolean; keepsCase?: boolean })
  /** `of`: whose number it is. */
  | (Named & {
      kind: "number";
      unit?: string;
      step?: number;
      placeholder?: string;
      of?: "packages";
    })
  /** So many minutes, told in the greatest unit that fits. */
  | Each<"duration", unknown>
  /** A time of day, such as "09:00". */
  | Each<"toggle" | "date" | "time" | "colour", unknown>
  /**
   * A picture of the site's own. `instead`: what stands beside it where there is none, and goes where
   * there is one.
   */
  | (Named & { kind: "picture"; place: PicturePlace; instead?: { key: string; value: Json } })
  /**
   * One of few: `labels` by value; what is left out says `none`. `excludes`: what goes from beside it
   * once something is chosen. `hides`, by value: what beside it is not asked for, and does not stay.
   */
  | (Named & {
      kind: "choice";
      labels: Readonly<Record<string, string>>;
      none?: string;
      excludes?: string;
      hides?: Readonly<Record<string, readonly string[]>>;
    })
  /** The key of a game and the like; that of a category stands in the same section. */
  | (Named & { kind: "reference"; to: Reference; none?: string })
  /** Any of few. */
  | (Named & { kind: "many"; labels: Readonly<Record<string, string>> })
  /** Any of few, in an order. */
  | (Named & { kind: "order"; labels: Readonly<Record<string, string>> })
  /** Lines of text, one below the other. */
  | (Named & { kind: "lines"; add: string; placeholder?: string; braces?: readonly string[] })
  /** Rows of few short values. */
  | (Named & { kind: "table"; columns: readonly Field[]; add: string; blank: Json })
  /** Things with a form each. */
  | (Named & {
      kind: "list";
      fields: readonly Field[];
      /** What an entry is called: the first of these that it has. */
      title: readonly string[];
      /** Beside that, what tells it from others. */
      detail?: readonly string[];
      /** One of them: "server". */
      one: string;
      add: string;
      empty: string;
      blank: Json;
    })
  /** Values that stand together, in an object of their own, or with "" in the same one. */
  | (Named & { kind: "group"; fields: readonly Field[]; isOptional?: boolean; blank?: Json })
  /** The server around it can be asked how it is. */
  | (Named & { kind: "ask" })
  /** What follows from the colours beside it, and how well it is read. */
  | (Named & { kind: "palette" })
  /** What a menu leads to. */
  | (Named & { kind: "menu"; isOptional?: boolean });

export type FieldOf<Kind extends Field["kind"]> = Extract<Field, { kind: Kind }>;

export type Json = string | number | boolean | null | readonly Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** A page that shows what the section says. */
export type PreviewPage =
  | "home"
  | "games"
  | "servers"
  | "tiers"
  | "rules"
  | "shop"
  | "page"
  | "privacy"
  | "tickets"
  | "welcome"
  | "login"
  | "member"
  | "missing"
  | "quiet";

export type SectionForm = {
  section: SiteSection;
  fields: readonly Field[];
  /** Which page shows it best, or that mails do; null for what neither shows. */
  preview: PreviewPage | "mails" | null;
  /** Which page shows what is written in a field, by its key, where another one shows the rest. */
  previews?: Readonly<Record<string, PreviewPage>>;
};

/** What the form calls one of what can be chosen; itself where it knows none of that name. */
export const labelOf = (labels: Readonly<Record<string, string>>, value: string): string =>
  (Object.hasOwn(labels, value) ? labels[value] : undefined) ?? value;

/** What texts may have in braces. */
export const NAME = ["name", "currency"] as const;
export const DOCUMENT = [...NAME, "operator", "contact", "jurisdiction"] as const;

/** A group of fields that are not in an object of their own. */
export const together = (label: string, fields: readonly Field[], hint?: string): Field => ({
  kind: "group",
  key: "",
  label,
  fields,
  ...(hint !== undefined && { hint }),
});

/** What an entry of a menu consists of; its form asks for it in another way. */
const MENU_ENTRY: readonly Field[] = [
  { kind: "choice", key: "screen", label: "Screen", labels: MENU_TITLES },
  { kind: "line", key: "page", label: "Page" },
  { kind: "line", key: "link", label: "Link" },
  { kind: "line", key: "title", label: "Title" },
];

/** Fields that stand in no object of their own count as those that they stand among. */
export const flat = (fields: readonly Field[]): readonly Field[] =>
  fields.flatMap((field) =>
    field.kind === "group" && field.key === "" ? flat(field.fields) : field,
  );

/** What stands one step further within a value; undefined where nothing does. */
export const stepInto = (value: unknown, step: string | number): unknown => {
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value) !== (typeof step === "number")) return undefined;
  return (value as Readonly<Record<string | number, unknown>>)[step];
};

/** A place in a section's content, as people read it. */
export type Place = {
  /** Labels of fields and names of entries, from the section inwards. */
  names: readonly string[];
  /** The fields that stand there. */
  within: readonly Field[];
  /** The one whose value is there, where it is one. */
  field?: Field | undefined;
};

/** Where a section begins. */
export const placeAt = (fields: readonly Field[]): Place => ({ names: [], within: flat(fields) });

/** `quarterHourPoints` as people read it. */
const inWords = (key: string) => key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** The place of a field; one that has no label is called by its key. */
export const intoField = ({ names, within }: Place, key: string): Place => {
  const found = within.find((field) => field.key === key);
  const inner =
    found?.kind === "group"
      ? flat(found.fields)
      : found?.kind === "list" || found?.kind === "table" || found?.kind === "menu"
        ? [found]
        : [];
  return { names: [...names, found?.label ?? inWords(key)], within: inner, field: found };
};

const fieldsOf = (entries: FieldOf<"list"> | FieldOf<"table"> | FieldOf<"menu">) => {
  if (entries.kind === "menu") return MENU_ENTRY;
  return entries.kind === "list" ? entries.fields : entries.columns;
};

/** The place of an entry of a list, table or menu, by its name. */
export const intoEntry = ({ names, within }: Place, name: string): Place => {
  const entries = within.find(
    (field): field is FieldOf<"list"> | FieldOf<"table"> | FieldOf<"menu"> =>
      field.kind === "list" || field.kind === "table" || field.kind === "menu",
  );
  const inner = entries === undefined ? [] : fieldsOf(entries);
  return { names: [...names, name], within: flat(inner) };
};

/** @returns "Palworld › Rates"; "" for the whole section. */
export const placeText = ({ names }: Place): string => names.join(" › ");

type Part = Readonly<Record<string, unknown>>;

export const isPart = (value: unknown): value is Part =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether two contents say the same, in whatever order their names stand. */
export const isSame = (one: unknown, other: unknown): boolean => {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((entry, index) => isSame(entry, other[index]));
  if (!isPart(one) || !isPart(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  );
};

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

/** The place of something in a list, by what it is called. */
export const intoItem = (place: Place, item: unknown, index: number): Place =>
  intoEntry(place, titleOf(item, index));

type Combined = {
  /** Undefined where it is to be left out. */
  value: unknown;
  /** The places, in words, of what both changed, each in its own way: those stay mine. */
  conflicts: string[];
};

const whole = (value: unknown): Combined => ({ value, conflicts: [] });

const combineParts = (base: unknown, mine: object, theirs: object, place: Place): Combined => {
  const [was, my, their] = [isPart(base) ? base : {}, mine, theirs].map(
    (part) => new Map<string, unknown>(Object.entries(part)),
  );
  const names = new Set([...(my?.keys() ?? []), ...(their?.keys() ?? [])]);
  const combined = [...names].map((name) => {
    const inner = combine(was?.get(name), my?.get(name), their?.get(name), intoField(place, name));
    return [name, inner] as const;
  });
  return {
    value: Object.fromEntries(
      combined.flatMap(([name, { value }]) => (value === undefined ? [] : [[name, value]])),
    ),
    conflicts: combined.flatMap(([, { conflicts }]) => conflicts),
  };
};

/** The names of one list, and those that only the other has, each behind what it stands behind there. */
const joinedNames = (first: readonly string[], other: readonly string[]): string[] => {
  const known = new Set(first);
  let before: string | null = null;
  /** By what they stand behind; null for what stands first. */
  const behind = new Map<string | null, string[]>();
  for (const name of other)
    if (known.has(name)) before = name;
    else if (behind.get(before)?.push(name) === undefined) behind.set(before, [name]);
  return [
    ...(behind.get(null) ?? []),
    ...first.flatMap((name) => [name, ...(behind.get(name) ?? [])]),
  ];
};

/** What a list has under each of its names. */
export const byName = (
  names: readonly string[],
  list: readonly unknown[],
): ReadonlyMap<string, unknown> => new Map(names.map((name, index) => [name, list[index]]));

/** By names; null where the things of a list cannot be told apart. */
const combineLists = (
  base: readonly unknown[],
  mine: readonly unknown[],
  theirs: readonly unknown[],
  place: Place,
): Combined | null => {
  const [was, my, their] = [namesIn(base), namesIn(mine), namesIn(theirs)];
  if (was === null || my === null || their === null) return null;
  const [old, present, other] = [byName(was, base), byName(my, mine), byName(their, theirs)];
  const kept = was.filter((name) => present.has(name));
  const isMyOrder = kept.join("\n") !== my.filter((name) => old.has(name)).join("\n");
  const names = isMyOrder ? joinedNames(my, their) : joinedNames(their, my);
  const combined = names.map((name, index) => {
    const [one, another] = [present.get(name), other.get(name)];
    return combine(old.get(name), one, another, intoItem(place, one ?? another, index));
  });
  return {
    value: combined.flatMap(({ value }) => (value === undefined ? [] : [value])),
    conflicts: combined.flatMap(({ conflicts }) => conflicts),
  };
};

/**
 * Takes from two contents what changed since what both began from; what both changed stays mine, and is listed.
 * @param base undefined where something was not there.
 */
export const combine = (base: unknown, mine: unknown, theirs: unknown, place: Place): Combined => {
  if (isSame(mine, theirs) || isSame(base, theirs)) return whole(mine);
  if (isSame(base, mine)) return whole(theirs);
  if (isPart(mine) && isPart(theirs)) return combineParts(base, mine, theirs, place);
  const lists =
    Array.isArray(mine) && Array.isArray(theirs)
      ? combineLists(Array.isArray(base) ? base : [], mine, theirs, place)
      : null;
  return lists ?? { value: mine, conflicts: [placeText(place)] };
};

/** A field that can be searched for. */
export type NamedField = {
  label: string;
  /** Its key, as people read it. */
  key: string;
  /** Its place within the section, such as `logo.picture`; of fields in a list that of the list. */
  at: string;
};

/** All fields of a form that have a label, those in groups, lists and tables as well. */
export const namedFields = (
  fields: readonly Field[],
  above: readonly string[] = [],
): NamedField[] =>
  fields.flatMap((field) => {
    const path = field.key === "" ? above : [...above, field.key];
    const at = path.join(".");
    const inner =
      field.kind === "group" || field.kind === "list"
        ? namedFields(field.fields, path)
        : field.kind === "table"
          ? namedFields(field.columns, path)
          : [];
    return [
      { label: field.label, key: inWords(field.key), at },
      // An entry has no place before one knows which is meant.
      ...inner.map((one) => (field.kind === "group" ? one : Object.assign({}, one, { at }))),
    ];
  });
