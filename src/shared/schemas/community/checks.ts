import { z } from "zod/mini";
import { LENGTHS } from "#shared/constants/accounts.ts";
import {
  QUESTION_CHOICES_MAX,
  QUESTION_LENGTHS,
  QUESTION_TYPES,
  QUESTIONS_MAX,
} from "#shared/constants/desk.ts";
import { isLine, isSeen, NO_LINE } from "#shared/rules/lines.ts";
import { placeholders, placeholdersIn } from "#shared/rules/text.ts";
import { line, text, words } from "#shared/schemas/text.ts";

/**
 * Refuses a list in which two items have the same key, and says so of the later one, as it is spelled there.
 * @param keyName of an item; null where the items themselves are the keys.
 */
export const unique = <T>(
  keyName: (keyof T & string) | null,
  keyOf: (item: T) => string | number | undefined,
) =>
  z.check<readonly T[]>(({ value: items, issues }) => {
    const seen = new Set<string | number>();
    for (const [index, item] of items.entries()) {
      const key = keyOf(item);
      if (key === undefined) continue;
      if (seen.has(key))
        issues.push({
          code: "custom",
          input: item,
          path: keyName === null ? [index] : [index, keyName],
          message: `${JSON.stringify(keyName === null ? key : item[keyName])} is already used above`,
        });
      seen.add(key);
    }
  });

/**
 * A text in which `{name}` and `{currency}` stand for the community's own, and nothing else in braces.
 * @param more names of what else may stand there.
 */
export const hasKnownPlaceholders = (...more: readonly string[]) => {
  const known = placeholders(...more);
  const named = known.map((name) => `{${name}}`).join(", ");
  return z.refine<string>(
    (value) => placeholdersIn(value).every((name) => known.includes(name)),
    `may have ${named} in braces, and nothing else`,
  );
};

/** A text that has all of these in braces. */
export const hasPlaceholders = (...needed: readonly string[]) =>
  z.refine<string>(
    (value) => needed.every((name) => placeholdersIn(value).includes(name)),
    `must have ${needed.map((name) => `{${name}}`).join(" and ")}`,
  );

export const httpsAddress = z
  .url({ protocol: /^https$/, error: "must be an https address" })
  .check(z.maxLength(LENGTHS.url), z.refine(isLine, NO_LINE));

/** A picture that this site serves: nothing is loaded from elsewhere, and no script comes in an SVG. */
export const ownPicture = z
  .string()
  .check(
    z.maxLength(200),
    z.regex(
      /^\/media\/[\w-]+(?:\/[\w-]+)*\.(?:png|jpg|webp)$/,
      "must be the address of a PNG, JPEG or WebP picture below /media/",
    ),
  );

/** What somebody is asked who opens a ticket of a category. */
export const ticketQuestion = z
  .strictObject({
    /** As answers are sent; it never changes once chosen. */
    key: words(QUESTION_LENGTHS.key),
    label: words(QUESTION_LENGTHS.label),
    type: z.enum(QUESTION_TYPES),
    required: z.optional(z.boolean()),
    /** The longest answer in characters, where less is wanted than fits. */
    max: z.optional(z.int().check(z.gte(1), z.lte(QUESTION_LENGTHS.text))),
    /** Of a choice: what can be chosen. */
    choices: z.optional(
      z.array(words(QUESTION_LENGTHS.choice)).check(
        z.minLength(2, "must have at least two"),
        z.maxLength(QUESTION_CHOICES_MAX),
        unique(null, (choice) => choice),
      ),
    ),
  })
  .check(({ value: { type, choices, max }, issues }) => {
    const refuse = (key: string, message: string) =>
      issues.push({ code: "custom", input: undefined, path: [key], message, continue: true });
    if ((type === "choice") !== (choices !== undefined))
      refuse("choices", type === "choice" ? "is required for a choice" : "is for a choice alone");
    if (type === "choice" && max !== undefined) refuse("max", "is for what is typed");
    if (type === "line" && max !== undefined && max > QUESTION_LENGTHS.line)
      refuse("max", `is at most ${QUESTION_LENGTHS.line} for one line`);
  });
export type TicketQuestion = z.output<typeof ticketQuestion>;

export const ticketQuestions = z.array(ticketQuestion).check(
  z.maxLength(QUESTIONS_MAX),
  unique("key", ({ key }) => key),
);

/** How long an answer can be, in UTF-16 units. */
export const answerMax = ({ type, max }: TicketQuestion): number =>
  max ?? QUESTION_LENGTHS[type === "choice" ? "choice" : type];

/** An answer as it is kept; null for one that does not fit. */
export const readAnswer = (question: TicketQuestion, value: string): string | null => {
  const kept = (question.type === "text" ? text : line)(answerMax(question)).safeParse(value);
  if (!kept.success) return null;
  const answer = isSeen(kept.data) ? kept.data.trim() : "";
  return question.type === "choice" && answer !== "" && question.choices?.includes(answer) !== true
    ? null
    : answer;
};
