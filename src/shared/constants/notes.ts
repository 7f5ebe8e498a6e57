import { MINUTE_MS } from "#shared/constants/time.ts";

/** So long its author may change a note, or remove it. */
export const NOTE_CHANGE_MS = 10 * MINUTE_MS;

/** The longest note, in characters. */
export const NOTE_MAX = 4000;
