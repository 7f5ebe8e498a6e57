import type { z } from "zod";
import { LOGIN_FIELDS } from "#shared/password-messages.ts";
import { numberText } from "#shared/rules/format.ts";

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
