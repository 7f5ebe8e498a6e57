import type { CtxReader } from "#server/context/context.ts";
import { wrongInput } from "#server/core/errors.ts";
import type { TicketAnswer } from "#shared/constants/desk.ts";
import { answerMax, readAnswer, type TicketQuestion } from "#shared/schemas/community/questions.ts";
import type { NewTicket } from "#shared/schemas/tickets.ts";
import { TICKET_QUESTIONS_ASKED } from "#shared/ticket-messages.ts";

type Configured = Pick<CtxReader, "config">;
type Given = Pick<NewTicket, "category" | "answers">;

const wrong = (key: string, sentence: string) => wrongInput(sentence, [`answers.${key}`]);

const readGiven = (question: TicketQuestion, given: string): TicketAnswer | null => {
  const { key, label, required, type } = question;
  const value = readAnswer(question, given);
  if (value === null)
    throw wrong(
      key,
      type === "choice"
        ? TICKET_QUESTIONS_ASKED.unknownChoice(label)
        : TICKET_QUESTIONS_ASKED.unfit(label, answerMax(question)),
    );
  if (value === "" && required === true) throw wrong(key, TICKET_QUESTIONS_ASKED.missing(label));
  return value === "" ? null : { key, label, value };
};

/**
 * What was answered to the questions of a ticket's category, in their order and with what they say now; null for
 * nothing [DESK-03].
 * @throws {AppError} `bad_request`, which names the question, for an answer that is missing or does not fit, and for
 *   one to a question that the category does not have.
 */
export const answersOf = (
  { config }: Configured,
  { category, answers }: Given,
): readonly TicketAnswer[] | null => {
  const { categories } = config.community.tickets;
  const questions = categories.find(({ key }) => key === category)?.questions ?? [];
  const given = new Map(Object.entries(answers ?? {}));
  for (const key of given.keys())
    if (!questions.some((question) => question.key === key))
      throw wrong(key, TICKET_QUESTIONS_ASKED.unknown);
  const read = questions.flatMap(
    (question) => readGiven(question, given.get(question.key) ?? "") ?? [],
  );
  return read.length === 0 ? null : read;
};
