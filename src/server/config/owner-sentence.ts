import type { z } from "zod";
import exampleCommunity from "#community.toml" with { type: "text" };
import { nearestName } from "#server/core/similar.ts";
import { fromFile } from "./file-keys.ts";

const EXAMPLE_MAX_CHARACTERS = 70;

let example: unknown;
/** What the built-in example says, with names as they are in code. */
const exampleFile = (): unknown => (example ??= fromFile(Bun.TOML.parse(exampleCommunity)));

type Names = (name: string) => string;

const isTable = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** What the example has at a place: of a list whatever entry says something there. */
const valueAt = (within: unknown, [first, ...rest]: readonly PropertyKey[]): unknown => {
  if (first === undefined) return within;
  if (typeof first === "number")
    return Array.isArray(within)
      ? within.map((entry) => valueAt(entry, rest)).find((value) => value !== undefined)
      : undefined;
  return isTable(within) ? valueAt(within[String(first)], rest) : undefined;
};

const exampleAt = (path: readonly PropertyKey[]): unknown => valueAt(exampleFile(), path);

const isScalar = (value: unknown) => ["string", "number", "boolean"].includes(typeof value);

/** A value as the file has it; null where it is too much for a message. */
const written = (value: unknown): string | null => {
  const isShort = isScalar(value) || (Array.isArray(value) && value.every(isScalar));
  const text = isShort ? JSON.stringify(value) : null;
  return text !== null && text.length <= EXAMPLE_MAX_CHARACTERS ? text : null;
};

const TABLE_EXAMPLE_KEYS = ["name", "key", "title", "label", "id"];

/** Of a place, as somebody would write it: `port = 7777`, or `[brand]` with a first line. */
const exampleText = (path: readonly PropertyKey[], nameOf: Names): string | null => {
  const value = exampleAt(path);
  const last = path.findLast((part) => typeof part === "string");
  if (last === undefined) return null;
  const line = written(value);
  if (line !== null) {
    const isEntry = typeof path.at(-1) === "number";
    return `${nameOf(last)} = ${isEntry ? `[${line}]` : line}`;
  }
  const isList = Array.isArray(value);
  const table: unknown = isList ? value[0] : value;
  if (!isTable(table)) return null;
  const key = TABLE_EXAMPLE_KEYS.concat(Object.keys(table)).find(
    (name) => written(table[name]) !== null,
  );
  if (key === undefined) return null;
  const names = path.filter((part) => typeof part === "string").map(nameOf);
  const head = isList ? `[[${names.join(".")}]]` : `[${names.join(".")}]`;
  return `${head} with ${nameOf(key)} = ${written(table[key])}`;
};

const letters = (name: string) => name.toLowerCase().replaceAll(/[_-]/g, "");
const slipsIn = (length: number) => (length <= 4 ? 1 : 2);

const unknownKeys = ({ keys, path }: z.core.$ZodIssueUnrecognizedKeys, nameOf: Names): string => {
  const here = exampleAt(path);
  const known = isTable(here) ? Object.keys(here) : [];
  const named = keys.map((key) => {
    const meant = nearestName(key, known, { letters, slipsIn });
    return meant === null
      ? `"${nameOf(key)}"`
      : `"${nameOf(key)}" (did you mean ${nameOf(meant)}?)`;
  });
  const isEntry = typeof path.at(-1) === "number";
  return `does not know ${named.join(", ")}${isEntry ? ". A line belongs to the last [table] above it" : ""}`;
};

/** One that says what a value has to be, and not what it has to do with others. */
const SAYS_HOW = /^(must|is required|is missing)/;

/**
 * What is wrong at a place of the owner's file, with an example where there is one.
 * @param nameOf as the file has a name.
 */
export const ownerSentence = (issue: z.core.$ZodIssue, nameOf: Names): string => {
  if (issue.code === "unrecognized_keys") return unknownKeys(issue, nameOf);
  const { message } = issue;
  if (!SAYS_HOW.test(message) || message.includes(" such as ")) return message;
  const like = exampleText(issue.path, nameOf);
  return like === null ? message : `${message}, such as ${like}`;
};
