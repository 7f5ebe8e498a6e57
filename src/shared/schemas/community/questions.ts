import { z } from "zod/mini";
import {
  QUESTION_CHOICES_MAX,
  QUESTION_LENGTHS,
  QUESTION_TYPES,
  QUESTIONS_MAX,
} from "#shared/constants/desk.ts";
import { isSeen } from "#shared/rules/lines.ts";
import { line, text, words } from "#shared/schemas/text.ts";
import { unique } from "./checks.ts";

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
