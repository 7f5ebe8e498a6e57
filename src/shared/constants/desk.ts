import { DAY_MS, MINUTE_MS } from "./time.ts";

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

/** So long its author may edit or remove a message. */
export const MESSAGE_CHANGE_MS = 10 * MINUTE_MS;

/** So long after it was closed a ticket is restored by whoever has more to say, in one tap. */
export const RESTORE_AND_ANSWER_MS = 7 * DAY_MS;

/** So many people can be mentioned in one message. */
export const MENTIONS_MAX = 10;

/** So many can be chosen for a mention, and are named among those who have read a ticket. */
export const THREAD_PEOPLE_MAX = 60;

/** The longest word on whether a ticket was solved, in characters. */
export const SOLVED_WORD_MAX = 200;

/** Whoever writes says so at most this often. */
export const TYPING_EVERY_MS = 4_000;
/** So long somebody counts as writing after they have said so. */
export const TYPING_SHOWN_MS = 6_000;

/** Over so much time it is measured how long a first answer usually takes. */
export const ANSWER_TIME_RANGE_MS = 28 * DAY_MS;
/** With fewer tickets that were answered nothing is said about it. */
export const ANSWER_TIME_TICKETS_MIN = 10;

/** So long its author may change a note, or remove it. */
export const NOTE_CHANGE_MS = 10 * MINUTE_MS;

/** The longest note, in characters. */
export const NOTE_MAX = 4000;

/** The longest title of a saved reply, in characters. */
export const REPLY_TITLE_MAX = 80;
/** The longest text, in characters: with its placeholders filled in it has to fit into a message. */
export const REPLY_TEXT_MAX = 3500;

/** How many the team can share, and how many one of them can keep alone. */
export const SHARED_REPLIES_MAX = 200;
export const OWN_REPLIES_MAX = 50;

/** What stands for something in a text, in braces, and what it stands for. */
export const REPLY_PLACEHOLDERS = {
  name: "the first name of whoever opened the ticket",
  ticket: "the ticket's number, such as #12",
  subject: "the ticket's subject",
  category: "the ticket's category",
  game: "the ticket's game or topic",
  server: "the ticket's server",
  helper: "your own first name",
  community: "the community's name",
} as const;
export type ReplyPlaceholder = keyof typeof REPLY_PLACEHOLDERS;
export const REPLY_PLACEHOLDER_NAMES = Object.keys(REPLY_PLACEHOLDERS) as ReplyPlaceholder[];
