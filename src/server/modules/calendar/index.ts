import { and, eq, gt, isNull, lte, or } from "drizzle-orm";
import type { CtxReader, MemberCtx, RequestCtx } from "#server/context/context.ts";
import { readSorted } from "#server/store/cursor.ts";
import type { Reader, Tables } from "#server/store/store.ts";
import { OCCURRENCES_MAX, PAGE_SIZE, type Repeat } from "#shared/constants/lists.ts";
import { DAY_MS, HOUR_MS } from "#shared/constants/time.ts";
import type {
  CalendarEntriesInput,
  CalendarEntry,
  Occurrence,
  UpcomingInput,
} from "#shared/schemas/calendar.ts";
import type { Page } from "#shared/schemas/lists.ts";

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
const LOCAL_DAY_MS = 86_400_000;
/** Nobody looks further ahead from the first time. */
const STEPS_MAX = 40_000;

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
  const days = (from - first.epochMilliseconds) / LOCAL_DAY_MS;
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
  for (let number = start; number < start + STEPS_MAX && spans.length < max; number += 1) {
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
  const longMs = plan.minutes * 60_000 + LOCAL_DAY_MS;
  if (repeat === "never") return new Date(beginsAt.getTime() + plan.minutes * 60_000);
  if (repeatUntil === null) return null;
  // At most so long before the last moment it begins once more.
  const from = new Date(
    Math.max(beginsAt.getTime(), repeatUntil.getTime() - 36 * LOCAL_DAY_MS) - longMs,
  );
  const to = new Date(Math.max(repeatUntil.getTime(), beginsAt.getTime()) + 1);
  return spansOf(plan, timeZone, { from, to, max: 100 }).at(-1)?.ends ?? beginsAt;
};

export type Row = Tables["calendarEntries"]["$inferSelect"];

/** Which are not over by then. */
export const goesOn = ({ calendarEntries: t }: Tables, from: Date) =>
  or(isNull(t.overAt), gt(t.overAt, from));

/** One time of an entry, as it is kept in memory. */
type Time = { atMs: number; endsMs: number; row: Row };

/** So far back and ahead the calendar is looked at: what ended is still in the file for a while. */
export const CALENDAR_RANGE_DAYS = { back: 31, ahead: 365 } as const;
/** As many times as an entry can have within that. */
const TIMES_MAX = CALENDAR_RANGE_DAYS.back + CALENDAR_RANGE_DAYS.ahead + 2;
/** The range moves with the clock: after so long it is gone through anew. */
const KEPT_MS = HOUR_MS;

type Kept = { timeZone: string; madeMs: number; times: Promise<readonly Time[]> };
/** By store, of which each makes its tables once. */
const memory = new WeakMap<Tables, Kept>();

/** What was gone through is gone through anew when it is next asked for: an entry has changed. */
export const forgetTimes = ({ tables }: Pick<Reader, "tables">): void => {
  memory.delete(tables);
};

const bySoonest = (a: Time, b: Time) => a.atMs - b.atMs || a.row.id - b.row.id;

const readTimes = async (
  { tables, select }: Reader,
  timeZone: string,
  nowMs: number,
): Promise<readonly Time[]> => {
  const from = new Date(nowMs - CALENDAR_RANGE_DAYS.back * DAY_MS);
  // What is asked for until it is gone through anew is among it.
  const to = new Date(nowMs + CALENDAR_RANGE_DAYS.ahead * DAY_MS + KEPT_MS);
  const { calendarEntries: t } = tables;
  const rows = await select().from(t).where(goesOn(tables, from));
  return rows
    .flatMap((row) =>
      spansOf(row, timeZone, { from, to, max: TIMES_MAX }).map(({ begins, ends }) => ({
        atMs: begins.getTime(),
        endsMs: ends.getTime(),
        row,
      })),
    )
    .toSorted(bySoonest);
};

/** All times of the calendar, the soonest first: gone through once, until an entry changes. */
const keptTimes = (reader: CtxReader, timeZone: string): Promise<readonly Time[]> => {
  const { tables } = reader;
  const nowMs = reader.clock.now().getTime();
  const kept = memory.get(tables);
  const isFresh = kept !== undefined && nowMs >= kept.madeMs && nowMs < kept.madeMs + KEPT_MS;
  if (isFresh && kept.timeZone === timeZone) return kept.times;
  const made: Kept = { timeZone, madeMs: nowMs, times: readTimes(reader, timeZone, nowMs) };
  memory.set(tables, made);
  made.times.catch(() => {
    if (memory.get(tables) === made) memory.delete(tables);
  });
  return made.times;
};

const occurrenceOf = ({
  atMs,
  endsMs,
  row: { id, kind, title, text, servers, minutes, repeat, rates },
}: Time): Occurrence => ({
  id,
  kind,
  title,
  text,
  servers: [...servers],
  begins: new Date(atMs).toISOString(),
  ends: minutes === 0 ? null : new Date(endsMs).toISOString(),
  repeat,
  rates: [...rates],
});

/**
 * Where there are too many: what comes of each entry next, whatever repeats beside it; then what else comes, the
 * soonest first; then what is over, the latest first.
 * @param times the soonest first.
 */
const chosen = (times: readonly Time[], nowMs: number, max: number): readonly Time[] => {
  if (times.length <= max) return times;
  const known = new Set<number>();
  const [next, further, past]: [Time[], Time[], Time[]] = [[], [], []];
  for (const time of times)
    if (time.atMs < nowMs && time.endsMs <= nowMs) past.push(time);
    else if (known.has(time.row.id)) further.push(time);
    else {
      known.add(time.row.id);
      next.push(time);
    }
  const wanted = [...next, ...further, ...past.toReversed()].slice(0, Math.max(max, next.length));
  return wanted.toSorted(bySoonest);
};

/**
 * What goes on at `from` or begins before `to`, the soonest first, within the range of the calendar.
 * @param server the key of a server, with what is about the whole community; all without one.
 * @param max how many at most, but for one of each entry: see `chosen`.
 */
export const readOccurrences = async (
  reader: CtxReader,
  timeZone: string,
  { from, to, server, max }: { from: Date; to: Date; server?: string | undefined; max: number },
): Promise<Occurrence[]> => {
  const isWanted = ({ atMs, endsMs, row: { servers } }: Time) =>
    (atMs >= from.getTime() || endsMs > from.getTime()) &&
    (server === undefined || servers.length === 0 || servers.includes(server));
  const found: Time[] = [];
  for (const time of await keptTimes(reader, timeZone)) {
    if (time.atMs >= to.getTime()) break;
    if (isWanted(time)) found.push(time);
  }
  return chosen(found, reader.clock.now().getTime(), max).map(occurrenceOf);
};

/** What goes on now and what comes, the soonest first. */
export const readUpcoming = async (
  { read, config, clock }: Pick<RequestCtx, "read" | "config" | "clock">,
  { days, server }: UpcomingInput,
): Promise<Occurrence[]> => {
  const from = clock.now();
  const to = new Date(from.getTime() + days * DAY_MS);
  const range = { from, to, server, max: OCCURRENCES_MAX };
  return await readOccurrences(read, config.community.timezone, range);
};

/** What of the calendar is not over, in the order in which it was entered. */
export const readPresentEntries = async ({
  tables,
  select,
  clock,
}: CtxReader): Promise<Pick<Row, "title" | "servers">[]> => {
  const { calendarEntries: t } = tables;
  return await select({ title: t.title, servers: t.servers })
    .from(t)
    .where(goesOn(tables, clock.now()))
    .orderBy(t.id);
};

/** An entry as Admins see it. */
export const toEntry = (row: Row, timeZone: string, now: Date): CalendarEntry => {
  const { id, revision, kind, title, text, servers, minutes, repeat, rates } = row;
  const far = new Date(now.getTime() + 3650 * DAY_MS);
  const [next] = timesOf(row, timeZone, { from: now, to: far, max: 1 });
  return {
    id,
    revision,
    kind,
    title,
    text,
    servers: [...servers],
    begins: row.beginsAt.toISOString(),
    minutes,
    repeat,
    repeatUntil: row.repeatUntil?.toISOString() ?? null,
    rates: [...rates],
    next: next?.toISOString() ?? null,
  };
};

/**
 * All of them, also those that are over: those that were entered last first, unless they are sorted.
 * @throws {AppError} `bad_request` for a cursor of another list or order.
 */
export const listEntries = async (
  { read, tables, config, clock }: MemberCtx,
  { cursor, limit = PAGE_SIZE, kind, when, sort }: CalendarEntriesInput,
): Promise<Page<CalendarEntry>> => {
  const { calendarEntries: t } = tables;
  const { id, beginsAt } = t;
  const now = clock.now();
  const isWanted = and(
    kind && eq(t.kind, kind),
    when && (when === "coming" ? goesOn(tables, now) : lte(t.overAt, now)),
  );
  const { shown, nextCursor } = await readSorted(
    {
      columns: { id, beginsAt },
      own: ["id"],
      by: { entered: ["id"], begins: ["beginsAt", "id"] },
      sort,
    },
    { cursor, limit },
    (isAfter, order, rows) =>
      read
        .select()
        .from(t)
        .where(and(isWanted, isAfter))
        .orderBy(...order)
        .limit(rows),
  );
  const { timezone } = config.community;
  return { items: shown.map((row) => toEntry(row, timezone, now)), nextCursor };
};
