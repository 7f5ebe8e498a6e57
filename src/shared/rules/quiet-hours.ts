import { dayAfter, localTime, momentOn } from "./local-time.ts";

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
