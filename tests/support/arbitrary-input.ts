import * as fc from "fast-check";
import { z } from "zod";
import type { Schema } from "#server/http/rest/schemas.ts";

/** What this program's schemas become; other keys of JSON Schema are not used here. */
type JsonSchema = {
  type?: string | readonly string[];
  enum?: readonly unknown[];
  anyOf?: readonly JsonSchema[];
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
};

const STRING_LENGTH = 60;
const ARRAY_LENGTH = 5;

const stringOf = ({ minLength = 0, maxLength = STRING_LENGTH, pattern }: JsonSchema) =>
  pattern === undefined
    ? fc.string({
        minLength,
        maxLength: Math.max(minLength, Math.min(maxLength, STRING_LENGTH)),
        unit: "grapheme",
      })
    : fc.stringMatching(new RegExp(pattern));

const integerOf = ({ minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER }) =>
  fc.oneof(
    fc.integer({ min: Math.min(Math.max(minimum, 0), maximum), max: Math.min(maximum, 20) }),
    fc.integer({ min: minimum, max: maximum }),
    fc.constantFrom(minimum, maximum),
  );

const objectOf = ({ properties = {}, required = [] }: JsonSchema) =>
  fc.record(
    Object.fromEntries(Object.entries(properties).map(([key, field]) => [key, valueOf(field)])),
    // The names of `required` are among those of `properties`.
    { requiredKeys: [...required] as never[], noNullPrototype: true },
  );

const typed = (type: string | undefined, schema: JsonSchema): fc.Arbitrary<unknown> => {
  if (type === "string") return stringOf(schema);
  if (type === "integer") return integerOf(schema);
  if (type === "number") return fc.double({ noNaN: true, noDefaultInfinity: true });
  if (type === "boolean") return fc.boolean();
  if (type === "null") return fc.constant(null);
  if (type === "object") return objectOf(schema);
  if (type === "array") {
    const { items = {}, minItems = 0, maxItems = ARRAY_LENGTH } = schema;
    return fc.array(valueOf(items), {
      minLength: minItems,
      maxLength: Math.max(minItems, Math.min(maxItems, ARRAY_LENGTH)),
    });
  }
  return fc.jsonValue({ maxDepth: 2 });
};

const valueOf = (schema: JsonSchema): fc.Arbitrary<unknown> => {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(valueOf));
  const { type } = schema;
  return typeof type === "object"
    ? fc.oneof(...type.map((each) => typed(each, schema)))
    : typed(type, schema);
};

/**
 * Values of the form that a schema takes. What only its refinements say (an address, two fields
 * that must agree) may be violated.
 */
export const arbitraryInput = (schema: Schema): fc.Arbitrary<unknown> =>
  // Both kinds of zod schema are accepted; the result is plain JSON.
  valueOf(
    z.toJSONSchema(schema as z.ZodType, { unrepresentable: "any", io: "input" }) as JsonSchema,
  );

/** Values that programs stumble over. */
const HOSTILE: readonly unknown[] = [
  null,
  "",
  " ",
  "a\0b",
  "\uD800",
  "\uDFFF\uD800",
  "abc\u202Edef",
  "é\u0301\u0300",
  "x".repeat(5000),
  "'; drop table users; --",
  "%00%2e%2e/",
  "../../etc/passwd",
  "<script>alert(1)</script>",
  "{{7*7}}${7*7}",
  "=1+1",
  -1,
  0,
  1e308,
  -0.5,
  Number.MAX_SAFE_INTEGER,
  2 ** 63,
  true,
  [],
  [[[[[[]]]]]],
  {},
  { $ne: null },
  "9".repeat(400),
  "2026-13-45T99:99:99Z",
  "constructor",
  "__proto__",
];

/** An own key of that name, which an assignment would not make. */
const withProto = (value: object): object =>
  JSON.parse(`{"__proto__":{"role":"Admin"},${JSON.stringify(value).slice(1)}`.replace(",}", "}"));

/** Inputs that differ from a given one in a field or two, and some that are nothing of the kind. */
export const mutated = (input: unknown): fc.Arbitrary<unknown> => {
  const hostile = fc.constantFrom(...HOSTILE);
  if (typeof input !== "object" || input === null || Array.isArray(input)) return hostile;
  const keys = Object.keys(input);
  if (keys.length === 0) return fc.oneof(hostile, fc.constant(withProto(input)));
  const key = fc.constantFrom(...keys);
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .tuple(key, hostile)
        .map(([at, value]) => Object.assign({}, input, { [at]: value })),
    },
    {
      weight: 1,
      arbitrary: key.map((at) =>
        Object.fromEntries(Object.entries(input).filter(([name]) => name !== at)),
      ),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(key, hostile)
        .map(([at, value]) =>
          Object.assign({}, input, { [at.toUpperCase()]: value, extra: value }),
        ),
    },
    { weight: 1, arbitrary: fc.constant(withProto(input)) },
    { weight: 1, arbitrary: hostile },
  );
};
