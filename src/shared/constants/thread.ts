import { DAY_MS, MINUTE_MS } from "./time.ts";

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
