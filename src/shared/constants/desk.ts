/** How a question of a kind of tickets is answered. */
export const QUESTION_TYPES = ["line", "text", "choice"] as const;

/** So many questions a category can have, and so many choices one of them. */
export const QUESTIONS_MAX = 12;
export const QUESTION_CHOICES_MAX = 30;

/** In characters. */
export const QUESTION_LENGTHS = {
  key: 40,
  label: 120,
  choice: 60,
  /** Of an answer on one line, and on several. */
  line: 200,
  text: 2000,
} as const;

/** What somebody was asked, in the words of then, and what they answered. */
export type TicketAnswer = { key: string; label: string; value: string };

export const WORKING_DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

/** In the history, what tells a ticket that was closed since nobody answered; the days follow it. */
export const SILENCE = "silence";
