/** What happens: a wipe or a restart of servers, something to come to, or rates that hold for a while. */
export const CALENDAR_KINDS = ["wipe", "restart", "event", "rates"] as const;
export type CalendarKind = (typeof CALENDAR_KINDS)[number];

/** Whether something of an entry is still to come, or goes on; or all of it is over. */
export const CALENDAR_TIMES = ["coming", "over"] as const;

/**
 * So far ahead the calendar looks, in days, unless it is asked for less, and so many times it shows at most: of
 * each entry one at least.
 */
export const CALENDAR_DAYS = 60;
export const OCCURRENCES_MAX = 200;
