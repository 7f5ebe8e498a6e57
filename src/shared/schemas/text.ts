import { z } from "zod/mini";
import { hasStacks, isLine, isSeen, isText, NO_LINE, tidyLine } from "#shared/rules/lines.ts";

const TOO_MANY_MARKS = "must not stack so many marks on one letter";

/** The schema of each length is made once: it takes up to 10 kB, and there are a hundred fields of text. */
const perLength = <Schema>(make: (max: number) => Schema) => {
  const made = new Map<number, Schema>();
  return (max: number): Schema => {
    const schema = made.get(max) ?? make(max);
    made.set(max, schema);
    return schema;
  };
};

const unstacked = z.refine<string>((value) => !hasStacks(value), TOO_MANY_MARKS);
const tidied = z.pipe(
  z.string().check(z.refine(isLine, NO_LINE), unstacked),
  z.transform(tidyLine),
);

/**
 * One line of text: trimmed, NFC, no control characters or bidirectional overrides.
 * @param max longest length in UTF-16 units, after normalisation.
 */
export const line = perLength((max) => z.pipe(tidied, z.string().check(z.maxLength(max))));

const seen = z.refine<string>(isSeen, "must not be empty");

/** One line of which something can be seen. @param max as for `line`. */
export const words = perLength((max) => line(max).check(seen));

const plainText = z.pipe(
  z.string().check(unstacked),
  z.transform((value) => value.replaceAll("\r\n", "\n").normalize("NFC")),
);
const noControls = z.refine<string>(isText, "must not contain control characters");

/**
 * Text of several lines: NFC, newline and tab are kept, `\r\n` becomes `\n`.
 * @param max longest length in UTF-16 units, after normalisation.
 */
export const text = perLength((max) =>
  z.pipe(plainText, z.string().check(z.maxLength(max), noControls)),
);

const LOOKS = ["strong", "em", "del", "code"] as const;
export type Look = (typeof LOOKS)[number];

/** A text in runs: plain ones are strings, others look otherwise or lead somewhere. */
export const richLine = z.array(
  z.union([
    z.string(),
    z.object({
      text: z.string(),
      /** From the outermost in. */
      looks: z.array(z.enum(LOOKS)),
      /** `#` and an anchor of the rules, a path of this site or an https address. */
      to: z.nullable(z.string()),
      /** A picture of the site's own, with its size in pixels, which the text describes. */
      picture: z.optional(z.object({ src: z.string(), width: z.int(), height: z.int() })),
    }),
  ]),
);
export type RichLine = z.output<typeof richLine>;
