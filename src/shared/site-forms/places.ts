import { MENU_TITLES } from "#shared/messages.ts";
import type { Field, FieldOf } from "./fields.ts";

/** What an entry of a menu consists of; its form asks for it in another way. */
const MENU_ENTRY: readonly Field[] = [
  { kind: "choice", key: "screen", label: "Screen", labels: MENU_TITLES },
  { kind: "line", key: "page", label: "Page" },
  { kind: "line", key: "link", label: "Link" },
  { kind: "line", key: "title", label: "Title" },
];

/** Fields that stand in no object of their own count as those that they stand among. */
const flat = (fields: readonly Field[]): readonly Field[] =>
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
