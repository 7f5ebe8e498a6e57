import { DAY_MS } from "#shared/constants/time.ts";
import { localTime } from "#shared/rules/local-time.ts";

/** How far the clocks of a time zone are ahead of UTC at a moment, in milliseconds. */
const aheadAt = (at: number, timeZone: string): number => {
  const { day, time } = localTime(at, timeZone);
  return Date.parse(`${day}T${time}Z`) - Math.floor(at / 1000) * 1000;
};

/** Far from everything that a ledger tells of, and from the years that dates cannot be written in. */
const [FIRST_DAY, LAST_DAY] = ["1970-01-02", "9000-01-01"];

const midnightOf = (day: string): number =>
  Date.parse(`${day < FIRST_DAY ? FIRST_DAY : day > LAST_DAY ? LAST_DAY : day}T00:00:00Z`);

/** When a day begins where the community is. @param day "2026-12-01". */
export const startOfDay = (day: string, timeZone: string): Date => {
  const midnight = midnightOf(day);
  const near = midnight - aheadAt(midnight, timeZone);
  // Once more: between the two the clocks may have been changed.
  return new Date(midnight - aheadAt(near, timeZone));
};

/** When a day is over where the community is. */
export const endOfDay = (day: string, timeZone: string): Date =>
  startOfDay(new Date(midnightOf(day) + DAY_MS).toISOString().slice(0, 10), timeZone);
