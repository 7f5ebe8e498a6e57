import type { Json, JsonObject } from "#shared/site-forms/fields.ts";
import { stepInto } from "#shared/site-forms/places.ts";

export type { Json, JsonObject };
export type Path = readonly (string | number)[];

export const pathKey = (path: Path): string => JSON.stringify(path);

/** True where `path` is `above`, or within it. */
export const isWithin = (path: Path, above: Path): boolean =>
  above.every((step, index) => path[index] === step);

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

export const listOf = (value: Json | undefined): readonly Json[] => (isList(value) ? value : []);

/** What stands at a place; undefined where nothing does. */
export const valueAt = (content: Json | undefined, path: Path): Json | undefined =>
  path.reduce<unknown>(stepInto, content) as Json | undefined;

/**
 * The same content with another value at one place. What is undefined goes out of its object; objects
 * on the way are made.
 */
export const withValue = (content: Json | undefined, path: Path, value: Json | undefined): Json => {
  const [step, ...rest] = path;
  if (step === undefined) return value ?? {};
  if (typeof step === "number") {
    const next = [...listOf(content)];
    next[step] = withValue(next[step], rest, value);
    return next;
  }
  const { [step]: before, ...others } = isObject(content) ? content : {};
  if (rest.length === 0 && value === undefined) return others;
  const made = withValue(before, rest, value);
  // In the place where it was, so that nothing seems to have moved.
  return isObject(content) && step in content
    ? Object.fromEntries(
        Object.entries(content).map(([name, old]) => [name, name === step ? made : old]),
      )
    : { ...others, [step]: made };
};

/** The same list with one entry elsewhere. */
export const moved = <Entry>(list: readonly Entry[], from: number, to: number): Entry[] => {
  const next = [...list];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
};

/** The same list with one more entry at a place. */
export const inserted = <Entry>(list: readonly Entry[], at: number, entry: Entry): Entry[] => [
  ...list.slice(0, at),
  entry,
  ...list.slice(at),
];

/** The same list without the entry at a place. */
export const without = <Entry>(list: readonly Entry[], at: number): Entry[] =>
  list.filter((_entry, index) => index !== at);

/** Whether two contents say the same, in whatever order their names stand. */
export const isSame = (one: unknown, other: unknown): boolean => {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((entry, index) => isSame(entry, other[index]));
  if (!isObject(one) || !isObject(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => name in other && isSame(one[name], other[name]))
  );
};

/** Lower-case words joined by hyphens, or letters and digits alone, as keys are. */
export const keyFrom = (text: string, keepsCase: boolean): string => {
  const plain = text.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll("ß", "ss");
  const words = plain.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return keepsCase ? words.join("") : words.join("-").toLowerCase();
};

/** A value as it is told in a line. */
export const asText = (value: Json | undefined): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";
