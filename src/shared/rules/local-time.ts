import { DAY_MS, MINUTE_MS } from "#shared/constants/time.ts";

const formats = new Map<string | undefined, Intl.DateTimeFormat>();

/** Swedish writes a moment as ISO does. Making a format takes longer than using it often. */
const formatOf = (timeZone: string | undefined): Intl.DateTimeFormat => {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium", timeZone });
  formats.set(timeZone, format);
  return format;
};

/**
 * What calendars and clocks show at a moment: the day as "2026-12-01", the time as "04:05:06".
 * @param at milliseconds since 1970, or a date.
 * @param timeZone such as "Europe/Berlin"; this machine's own without one.
 */
export const localTime = (at: Date | number, timeZone?: string): { day: string; time: string } => {
  const [day = "", time = ""] = formatOf(timeZone).format(at).split(" ");
  return { day, time };
};

let zones: ReadonlySet<string> | undefined;

/** Whether it names a time zone of the IANA, such as "Europe/Berlin". */
export const isTimeZone = (name: string): boolean => {
  // The first format takes 7 ms and 4 MB; only a zone's second name needs one.
  zones ??= new Set(Intl.supportedValuesOf("timeZone"));
  if (zones.has(name)) return true;
  try {
    formatOf(name);
    return name !== "";
  } catch {
    return false;
  }
};

/** What is said of a name of no time zone. */
export const NO_TIME_ZONE = "must be an IANA time zone such as America/Chicago";

/** How far the clocks of a time zone are ahead of UTC at a moment, in milliseconds. */
const aheadAt = (at: number, timeZone: string): number => {
  const { day, time } = localTime(at, timeZone);
  return Date.parse(`${day}T${time}Z`) - Math.floor(at / 1000) * 1000;
};

/** Far from everything that a ledger tells of, and from the years that dates cannot be written in. */
const [FIRST_DAY, LAST_DAY] = ["1970-01-02", "9000-01-01"];

const midnightOf = (day: string): number =>
  Date.parse(`${day < FIRST_DAY ? FIRST_DAY : day > LAST_DAY ? LAST_DAY : day}T00:00:00Z`);

/**
 * When the clocks of a time zone show a time on a day; an hour beside it where they skip that time.
 * @param day "2026-12-01". @param minute since midnight.
 */
const momentOn = (day: string, minute: number, timeZone: string): Date => {
  const shown = midnightOf(day) + minute * MINUTE_MS;
  const near = shown - aheadAt(shown, timeZone);
  // Once more: between the two the clocks may have been changed.
  return new Date(shown - aheadAt(near, timeZone));
};

/** When a day begins in a time zone. @param day "2026-12-01". */
export const startOfDay = (day: string, timeZone: string): Date => momentOn(day, 0, timeZone);

/** When a day is over there. @param day "2026-12-01". */
export const endOfDay = (day: string, timeZone: string): Date =>
  startOfDay(new Date(midnightOf(day) + DAY_MS).toISOString().slice(0, 10), timeZone);

/** The Monday of the week in which a day lies. @param day "2026-12-01", as is what is returned. */
export const mondayOf = (day: string): string => {
  const midnight = midnightOf(day);
  const daysSince = (new Date(midnight).getUTCDay() + 6) % 7;
  return dayAfter(day, -daysSince);
};

/** A day some days later, or earlier. @param day "2026-12-01". */
export const dayAfter = (day: string, days: number): string =>
  new Date(midnightOf(day) + days * DAY_MS).toISOString().slice(0, 10);

/** The days from one to another, both among them; none where the last is before the first. */
export const daysBetween = (first: string, last: string): string[] => {
  const days: string[] = [];
  for (let day = first; day <= last; day = dayAfter(day, 1)) days.push(day);
  return days;
};

/** When somebody is not to be disturbed, in minutes since midnight; it may reach over midnight. */
export type QuietHours = { fromMinute: number; untilMinute: number };

const minuteAt = (at: Date, timeZone: string): number => {
  const [hours = 0, minutes = 0] = localTime(at, timeZone).time.split(":").map(Number);
  return hours * 60 + minutes;
};

/**
 * When the clocks of a time zone next show a time: now, if they show it already.
 * @param minute since midnight.
 */
export const nextAt = (at: Date, minute: number, timeZone: string): Date => {
  if (minuteAt(at, timeZone) === minute) return at;
  const { day } = localTime(at, timeZone);
  const today = momentOn(day, minute, timeZone);
  return today > at ? today : momentOn(dayAfter(day, 1), minute, timeZone);
};

/** Whether a moment lies within quiet hours; their last minute is no longer quiet. */
export const isQuiet = (at: Date, quiet: QuietHours | null, timeZone: string): boolean => {
  if (quiet === null) return false;
  const { fromMinute, untilMinute } = quiet;
  const minute = minuteAt(at, timeZone);
  return fromMinute < untilMinute
    ? minute >= fromMinute && minute < untilMinute
    : minute >= fromMinute || minute < untilMinute;
};

/** When something may reach somebody: at once, or when the quiet hours end. */
export const afterQuiet = (at: Date, quiet: QuietHours | null, timeZone: string): Date =>
  quiet !== null && isQuiet(at, quiet, timeZone) ? nextAt(at, quiet.untilMinute, timeZone) : at;
