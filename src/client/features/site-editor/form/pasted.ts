import type { Field } from "#shared/site-forms/fields.ts";
import type { Json } from "./content.ts";
import { numberFrom } from "./numbers.ts";

const YES = /^(?:true|yes|x|1|✓)$/i;

/** The value among these that is called so, or is so itself; the text where there is none. */
const chosenBy = (text: string, labels: Readonly<Record<string, string>>): string => {
  const wanted = text.toLowerCase();
  const found = Object.entries(labels).find(
    ([value, label]) => value.toLowerCase() === wanted || label.toLowerCase() === wanted,
  );
  return found?.[0] ?? text;
};

/**
 * What a cell that was pasted says in its column.
 * @param names of what a reference can name, by key.
 * @returns undefined for an empty cell of a column that has no text.
 */
export const pastedValue = (
  column: Field,
  cell: string,
  names: Readonly<Record<string, string>>,
): Json | undefined => {
  const text = cell.trim();
  switch (column.kind) {
    case "number":
      return numberFrom(text);
    case "toggle":
      return YES.test(text);
    case "choice":
      return text === "" ? undefined : chosenBy(text, column.labels);
    case "reference":
      return text === "" ? undefined : chosenBy(text, names);
    default:
      return text;
  }
};
