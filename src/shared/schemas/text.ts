import { z } from "zod/mini";
import { hasStacks, isLine, isSeen, isText, NO_LINE, tidyLine } from "#shared/rules/lines.ts";

const TOO_MANY_MARKS = "must not stack so many marks on one letter";

/**
 * One line of text: trimmed, NFC, no control characters or bidirectional overrides.
 * @param max longest length in UTF-16 units, after normalisation.
 */
export const line = (max: number) =>
  z.pipe(
    z.string().check(
      z.refine(isLine, NO_LINE),
      z.refine((value) => !hasStacks(value), TOO_MANY_MARKS),
    ),
    z.pipe(z.transform(tidyLine), z.string().check(z.maxLength(max))),
  );

/** One line of which something can be seen. @param max as for `line`. */
export const words = (max: number) => line(max).check(z.refine(isSeen, "must not be empty"));

/**
 * Text of several lines: NFC, newline and tab are kept, `\r\n` becomes `\n`.
 * @param max longest length in UTF-16 units, after normalisation.
 */
export const text = (max: number) =>
  z.pipe(
    z.string().check(z.refine((value) => !hasStacks(value), TOO_MANY_MARKS)),
    z.pipe(
      z.transform((value: string) => value.replaceAll("\r\n", "\n").normalize("NFC")),
      z.string().check(z.maxLength(max), z.refine(isText, "must not contain control characters")),
    ),
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
