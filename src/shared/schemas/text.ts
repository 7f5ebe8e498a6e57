import { z } from "zod/mini";

// Refused: C0 and C1 controls, and the characters that reorder the text around them.
const NOT_IN_A_LINE = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
// Likewise, but for tabs and line ends.
const NOT_IN_A_TEXT = /(?![\t\n])[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Whether a text has none of what may not stand in one line. */
export const isLine = (value: string): boolean => !NOT_IN_A_LINE.test(value);
export const NO_LINE = "must be one line without control characters";

/** A text as one line: what may not stand in one is a space, or goes at its ends. */
export const asLine = (value: string): string =>
  value.split(NOT_IN_A_LINE).filter(Boolean).join(" ").trim();

const SEEN = /[^\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether anything of a text can be seen: some characters show nothing, and are no spaces either. */
export const isSeen = (value: string): boolean => SEEN.test(value);

/** No script stacks that many marks on a letter; to sort them takes the square of their number. */
const STACK = /\p{M}{31}/u;
const TOO_MANY_MARKS = "must not stack so many marks on one letter";

/** Without stacks of marks that no script knows, so that a text is quickly normalised. */
export const withoutStacks = (value: string): string => value.split(STACK).join("");

/**
 * One line of text: trimmed, NFC, no control characters or bidirectional overrides.
 * @param max longest length in UTF-16 units, after normalisation.
 */
export const line = (max: number) =>
  z.pipe(
    z.string().check(
      z.refine(isLine, NO_LINE),
      z.refine((value) => !STACK.test(value), TOO_MANY_MARKS),
    ),
    z.pipe(
      z.transform((value: string) => value.normalize("NFC").trim()),
      z.string().check(z.maxLength(max)),
    ),
  );

/** One line of which something can be seen. @param max as for `line`. */
export const words = (max: number) => line(max).check(z.refine(isSeen, "must not be empty"));

/**
 * Text of several lines: NFC, newline and tab are kept, `\r\n` becomes `\n`.
 * @param max longest length in UTF-16 units, after normalisation.
 */
export const text = (max: number) =>
  z.pipe(
    z.string().check(z.refine((value) => !STACK.test(value), TOO_MANY_MARKS)),
    z.pipe(
      z.transform((value: string) => value.replaceAll("\r\n", "\n").normalize("NFC")),
      z.string().check(
        z.maxLength(max),
        z.refine((value) => !NOT_IN_A_TEXT.test(value), "must not contain control characters"),
      ),
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
