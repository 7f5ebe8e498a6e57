import type { Repeat } from "#shared/schemas/calendar.ts";

/** When something happens: the first time, and how it goes on. */
export type Plan = {
  beginsAt: Date;
  /** How long the first time takes; the others take as long by the clock on the wall. */
  minutes: number;
  repeat: Repeat;
  repeatUntil: Date | null;
};

/** One time that something happens. */
type Span = { begins: Date; ends: Date };

const DAYS: Readonly<Partial<Record<Repeat, number>>> = { daily: 1, weekly: 7, fortnightly: 14 };
const WEEK = 7;
const DAY_MS = 86_400_000;
/** Nobody looks further ahead from the first time. */
const TIMES_MAX = 40_000;

/** Of a month, the day that is the same weekday in the same week of it; the last one for a fifth. */
const inMonth = (first: Temporal.PlainDate, months: number): Temporal.PlainDate => {
  const week = Math.ceil(first.day / WEEK);
  const month = first.with({ day: 1 }).add({ months });
  const offset = (first.dayOfWeek - month.dayOfWeek + WEEK) % WEEK;
  const day = 1 + offset + WEEK * (week - 1);
  return month.with({ day: day > month.daysInMonth ? day - WEEK : day });
};

/** The day of the time with this number, counted from 0; null where there is none. */
const dayOf = (
  first: Temporal.PlainDate,
  repeat: Repeat,
  number: number,
): Temporal.PlainDate | null => {
  if (number === 0) return first;
  if (repeat === "never") return null;
  if (repeat === "monthly") return inMonth(first, number);
  return first.add({ days: (DAYS[repeat] ?? 1) * number });
};

/** A number of a time that is not after `from`, so that what is long past is not gone through. */
const numberBefore = (first: Temporal.ZonedDateTime, repeat: Repeat, from: number): number => {
  const days = (from - first.epochMilliseconds) / DAY_MS;
  const every = repeat === "monthly" ? 31 : (DAYS[repeat] ?? 0);
  return every === 0 ? 0 : Math.max(0, Math.floor(days / every) - 1);
};

const dateOf = ({ epochMilliseconds }: Temporal.ZonedDateTime) => new Date(epochMilliseconds);

/**
 * Tells when the time with a number begins and ends. Both are calculated as days, and keep their time of day in
 * the community's time zone: a weekend ends at the same time of day also where the clocks change within it.
 */
const spanner = ({ beginsAt, minutes, repeat }: Plan, timeZone: string) => {
  const first = Temporal.Instant.fromEpochMilliseconds(beginsAt.getTime()).toZonedDateTimeISO(
    timeZone,
  );
  const end = first.add({ minutes });
  const firstDay = first.toPlainDate();
  const { days } = firstDay.until(end.toPlainDate());
  const [beginTime, endTime] = [first.toPlainTime(), end.toPlainTime()];
  return {
    first,
    spanOf: (number: number): Span | null => {
      if (number === 0) return { begins: dateOf(first), ends: dateOf(end) };
      const day = dayOf(firstDay, repeat, number);
      if (day === null) return null;
      const begins = day.toZonedDateTime({ timeZone, plainTime: beginTime });
      const ends = day.add({ days }).toZonedDateTime({ timeZone, plainTime: endTime });
      // Where the hour of its beginning is skipped it may end before that.
      const isWhole = minutes === 0 || Temporal.ZonedDateTime.compare(begins, ends) < 0;
      return { begins: dateOf(begins), ends: dateOf(isWhole ? ends : begins.add({ minutes })) };
    },
  };
};

/**
 * When something begins and ends, as long as it is not over at `from` and begins before `to`: at the same
 * time of day in the community's time zone, also when the clocks change.
 * @param timeZone IANA name.
 * @param max how many at most.
 */
export const spansOf = (
  plan: Plan,
  timeZone: string,
  { from, to, max }: { from: Date; to: Date; max: number },
): Span[] => {
  const { minutes, repeat, repeatUntil } = plan;
  const { first, spanOf } = spanner(plan, timeZone);
  const last = repeatUntil === null ? to.getTime() : Math.min(to.getTime(), repeatUntil.getTime());
  const spans: Span[] = [];
  const start = numberBefore(first, repeat, from.getTime() - minutes * 60_000);
  for (let number = start; number < start + TIMES_MAX && spans.length < max; number += 1) {
    const span = spanOf(number);
    if (span === null) break;
    const at = span.begins.getTime();
    // The first time is one whatever was said of the last.
    if ((number > 0 && at > last) || at >= to.getTime()) break;
    if (span.ends > from || at >= from.getTime()) spans.push(span);
  }
  return spans;
};

/** Likewise when it begins alone. */
export const timesOf = (...asked: Parameters<typeof spansOf>): Date[] =>
  spansOf(...asked).map(({ begins }) => begins);

/** When the last time of something is over; null where it goes on. */
export const overAt = (plan: Plan, timeZone: string): Date | null => {
  const { beginsAt, repeat, repeatUntil } = plan;
  const longMs = plan.minutes * 60_000 + DAY_MS;
  if (repeat === "never") return new Date(beginsAt.getTime() + plan.minutes * 60_000);
  if (repeatUntil === null) return null;
  // At most so long before the last moment it begins once more.
  const from = new Date(Math.max(beginsAt.getTime(), repeatUntil.getTime() - 36 * DAY_MS) - longMs);
  const to = new Date(Math.max(repeatUntil.getTime(), beginsAt.getTime()) + 1);
  return spansOf(plan, timeZone, { from, to, max: 100 }).at(-1)?.ends ?? beginsAt;
};
