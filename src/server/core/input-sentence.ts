import type { z } from "zod";
import { LOGIN_FIELDS } from "#shared/account-messages.ts";
import { numberText } from "#shared/rules/format.ts";

/** How many letters have to be put in, left out, changed or swapped to make one word of another. */
const distanceBetween = (a: string, b: string): number => {
  const rows = Array.from({ length: a.length + 1 }, (_row, i) =>
    Array.from({ length: b.length + 1 }, (_cell, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i += 1)
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const row = rows[i] ?? [];
      row[j] = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (isSame ? 0 : 1),
        isSwapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
  return at(a.length, b.length);
};

/** True where more letters of one word are missing in the other than slips could have brought: nothing else is compared then. */
const isFarFrom = (a: string, b: string, slips: number): boolean => {
  let rest = b;
  let missing = 0;
  for (const letter of a) {
    const index = rest.indexOf(letter);
    if (index < 0) missing += 1;
    else rest = rest.slice(0, index) + rest.slice(index + 1);
    if (missing > slips) return true;
  }
  return false;
};

/**
 * The name that somebody meant.
 * @param letters what is compared of a name: two that differ in nothing else are the same.
 * @param slipsIn how many slips may be in a name of so many letters.
 * @returns null where none is near.
 */
export const nearestName = (
  written: string,
  names: readonly string[],
  { letters, slipsIn }: { letters: (name: string) => string; slipsIn: (length: number) => number },
): string | null => {
  const given = letters(written);
  let nearest: { name: string; slips: number } | null = null;
  for (const name of names) {
    const meant = letters(name);
    const allowed = slipsIn(meant.length);
    if (Math.abs(meant.length - given.length) > allowed) continue;
    if (isFarFrom(given, meant, allowed)) continue;
    const slips = distanceBetween(given, meant);
    if (slips <= allowed && (nearest === null || slips < nearest.slips)) nearest = { name, slips };
  }
  return nearest?.name ?? null;
};

const TYPES: Readonly<Record<string, string>> = {
  string: "must be text",
  number: "must be a number",
  int: "must be a whole number",
  boolean: "must be true or false",
  array: "must be a list",
  object: "must be an object with fields",
  record: "must be an object with fields",
  null: "must be null",
};

const FORMATS: Readonly<Record<string, string>> = {
  email: LOGIN_FIELDS.emailMalformed,
  url: "must be an address such as https://example.com/",
  datetime: "must be a time such as 2026-12-01T18:30:00Z",
  date: "must be a date such as 2026-12-01",
};

/** So many unknown fields are named. */
const NAMED_KEYS_MAX = 10;

const written = (amount: number | bigint) => numberText(amount);

/** What is counted of a text or a list; a number is compared itself. */
const UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ["character", "characters"],
  array: ["entry", "entries"],
};

const sized = (origin: string, amount: number | bigint): string | null => {
  const unit = UNITS[origin];
  return unit === undefined ? null : `${written(amount)} ${unit[Number(amount) === 1 ? 0 : 1]}`;
};

const tooBig = ({ origin, maximum, inclusive }: z.core.$ZodIssueTooBig): string => {
  const size = sized(origin, maximum);
  if (size !== null) return `must have at most ${size}`;
  return `must be ${inclusive === false ? "less than" : "at most"} ${written(maximum)}`;
};

const tooSmall = ({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall): string => {
  const size = sized(origin, minimum);
  if (size !== null)
    return Number(minimum) === 1 ? "must not be empty" : `must have at least ${size}`;
  return `must be ${inclusive === false ? "more than" : "at least"} ${written(minimum)}`;
};

/**
 * What a schema refuses and has no sentence for, in our words. It goes on from the field's name, and
 * repeats no value that was sent.
 */
export const inputSentence = (issue: z.core.$ZodRawIssue): string => {
  // Zod's raw issues are typed more loosely than the finished ones, of which they have all parts.
  const zodIssue = issue as z.core.$ZodIssue & { input: unknown };
  if (zodIssue.input === undefined) return "is required";
  switch (zodIssue.code) {
    case "invalid_type":
      return TYPES[zodIssue.expected] ?? "must be written another way";
    case "too_big":
      return tooBig(zodIssue);
    case "too_small":
      return tooSmall(zodIssue);
    case "invalid_value":
      return zodIssue.values.length === 1
        ? `must be ${String(zodIssue.values[0])}`
        : `must be one of ${zodIssue.values.map(String).join(", ")}`;
    case "invalid_format":
      return FORMATS[zodIssue.format] ?? "must be written another way";
    case "not_multiple_of":
      return `must be a multiple of ${written(zodIssue.divisor)}`;
    case "unrecognized_keys":
      return `has unknown fields: ${zodIssue.keys.slice(0, NAMED_KEYS_MAX).join(", ")}`;
    default:
      return "must be written another way";
  }
};
