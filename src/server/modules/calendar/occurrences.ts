import type { Repeat } from "#shared/schemas/calendar.ts";

/** When something happens: the first time, and how it goes on. */
export type Plan = {
  beginsAt: Date;
  minutes: number;
  repeat: Repeat;
  repeatUntil: Date | null;
};

const DAYS: Readonly<Partial<Record<Repeat, number>>> = { daily: 1, weekly: 7, fortnightly: 14 };
const WEEK = 7;
/** Nobody looks further ahead from the first time. */
const TIMES_MAX = 40_000;

/** Of a month, the day that is the same weekday in the same week of it; the last one for a fifth. */
const inMonth = (first: Temporal.ZonedDateTime, months: number): Temporal.ZonedDateTime => {
  const week = Math.ceil(first.day / WEEK);
  const month = first.with({ day: 1 }).add({ months });
  const offset = (first.dayOfWeek - month.dayOfWeek + WEEK) % WEEK;
  const day = 1 + offset + WEEK * (week - 1);
  return month.with({ day: day > month.daysInMonth ? day - WEEK : day });
};

/** The time with this number, counted from 0; null where there is none. */
const timeOf = (
  first: Temporal.ZonedDateTime,
  repeat: Repeat,
  number: number,
): Temporal.ZonedDateTime | null => {
  if (number === 0) return first;
  if (repeat === "never") return null;
  if (repeat === "monthly") return inMonth(first, number);
  return first.add({ days: (DAYS[repeat] ?? 1) * number });
};

/** A number of a time that is not after `from`, so that what is long past is not gone through. */
const numberBefore = (first: Temporal.ZonedDateTime, repeat: Repeat, from: number): number => {
  const days = (from - first.epochMilliseconds) / 86_400_000;
  const every = repeat === "monthly" ? 31 : (DAYS[repeat] ?? 0);
  return every === 0 ? 0 : Math.max(0, Math.floor(days / every) - 1);
};

/**
 * When something begins, as long as it is not over at `from` and begins before `to`: at the same time
 * of day in the community's time zone, also when the clocks change.
 * @param timeZone IANA name.
 * @param max how many at most.
 */
export const timesOf = (
  { beginsAt, minutes, repeat, repeatUntil }: Plan,
  timeZone: string,
  { from, to, max }: { from: Date; to: Date; max: number },
): Date[] => {
  const first = Temporal.Instant.fromEpochMilliseconds(beginsAt.getTime()).toZonedDateTimeISO(
    timeZone,
  );
  const lengthMs = minutes * 60_000;
  const last = repeatUntil === null ? to.getTime() : Math.min(to.getTime(), repeatUntil.getTime());
  const times: Date[] = [];
  const start = numberBefore(first, repeat, from.getTime() - lengthMs);
  for (let number = start; number < start + TIMES_MAX && times.length < max; number += 1) {
    const at = timeOf(first, repeat, number)?.epochMilliseconds;
    // The first time is one whatever was said of the last.
    if (at === undefined || (number > 0 && at > last) || at >= to.getTime()) break;
    if (at + lengthMs > from.getTime() || at >= from.getTime()) times.push(new Date(at));
  }
  return times;
};

/** When the last time of something is over; null where it goes on. */
export const overAt = (plan: Plan, timeZone: string): Date | null => {
  const { beginsAt, minutes, repeat, repeatUntil } = plan;
  const endOf = (at: Date) => new Date(at.getTime() + minutes * 60_000);
  if (repeat === "never") return endOf(beginsAt);
  if (repeatUntil === null) return null;
  // At most so long before the last moment it begins once more.
  const from = new Date(Math.max(beginsAt.getTime(), repeatUntil.getTime() - 36 * 86_400_000));
  const to = new Date(repeatUntil.getTime() + 1);
  const times = timesOf({ ...plan, minutes: 0 }, timeZone, { from, to, max: 100 });
  return endOf(times.at(-1) ?? beginsAt);
};
