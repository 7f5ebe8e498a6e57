import { z } from "zod/mini";

// Refused: C0 and C1 controls, and the characters that reorder the text around them.
const BIDIRECTIONAL = "\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069";
const NOT_IN_A_LINE = new RegExp(
  `[\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029${BIDIRECTIONAL}]`,
  "u",
);
const NOT_IN_A_TEXT = new RegExp(
  `[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u2028\\u2029${BIDIRECTIONAL}]`,
  "u",
);

const SEEN = /[^\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether anything of a text can be seen: some characters show nothing, and are no spaces either. */
export const isSeen = (value: string): boolean => SEEN.test(value);

/**
 * One line of text: trimmed, NFC, no control characters or bidirectional overrides.
 * @param max longest length in UTF-16 units, after normalisation.
 */
export const line = (max: number) =>
  z.pipe(
    z
      .string()
      .check(
        z.refine(
          (value) => !NOT_IN_A_LINE.test(value),
          "must be one line without control characters",
        ),
      ),
    z.pipe(
      z.transform((value: string) => value.normalize("NFC").trim()),
      z.string().check(z.maxLength(max)),
    ),
  );

/**
 * Text of several lines: NFC, newline and tab are kept, `\r\n` becomes `\n`.
 * @param max longest length in UTF-16 units, after normalisation.
 */
export const text = (max: number) =>
  z.pipe(
    z.string(),
    z.pipe(
      z.transform((value: string) => value.replaceAll("\r\n", "\n").normalize("NFC")),
      z.string().check(
        z.maxLength(max),
        z.refine((value) => !NOT_IN_A_TEXT.test(value), "must not contain control characters"),
      ),
    ),
  );
