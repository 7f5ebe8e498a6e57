import { desc, gt, isNull, or } from "drizzle-orm";
import type { MemberCtx, RequestCtx } from "#server/context/context.ts";
import { keyset } from "#server/store/cursor.ts";
import type { Reader, Tables } from "#server/store/store.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import {
  CALENDAR_MAX,
  type CalendarEntry,
  type Occurrence,
  OCCURRENCES_MAX,
  type UpcomingInput,
} from "#shared/schemas/calendar.ts";
import type { Page, PageInput } from "#shared/schemas/lists.ts";
import { timesOf } from "./occurrences.ts";

export type Row = Tables["calendarEntries"]["$inferSelect"];

/** Which are not over by then. */
export const goesOn = ({ calendarEntries: t }: Tables, from: Date) =>
  or(isNull(t.overAt), gt(t.overAt, from));

const occurrencesOf = (
  { id, kind, title, text, servers, rates, ...plan }: Row,
  timeZone: string,
  range: { from: Date; to: Date },
): Occurrence[] =>
  timesOf(plan, timeZone, { ...range, max: OCCURRENCES_MAX }).map((at) => ({
    id,
    kind,
    title,
    text,
    servers: [...servers],
    begins: at.toISOString(),
    ends: plan.minutes === 0 ? null : new Date(at.getTime() + plan.minutes * 60_000).toISOString(),
    rates: [...rates],
  }));

/**
 * What goes on at `from` or begins before `to`, the soonest first.
 * @param server the key of a server, with what is about the whole community; all without one.
 */
export const readOccurrences = async (
  { tables, select }: Reader,
  timeZone: string,
  { from, to, server }: { from: Date; to: Date; server?: string | undefined },
): Promise<Occurrence[]> => {
  const { calendarEntries: t } = tables;
  const rows = await select().from(t).where(goesOn(tables, from)).limit(CALENDAR_MAX.entries);
  const isAbout = ({ servers }: Row) =>
    server === undefined || servers.length === 0 || servers.includes(server);
  return rows
    .filter(isAbout)
    .flatMap((row) => occurrencesOf(row, timeZone, { from, to }))
    .toSorted((one, other) => one.begins.localeCompare(other.begins) || one.id - other.id);
};

/** What goes on now and what comes, the soonest first. */
export const readUpcoming = async (
  { read, config, clock }: Pick<RequestCtx, "read" | "config" | "clock">,
  { days, server }: UpcomingInput,
): Promise<Occurrence[]> => {
  const from = clock.now();
  const to = new Date(from.getTime() + days * DAY_MS);
  const found = await readOccurrences(read, config.community.timezone, { from, to, server });
  return found.slice(0, OCCURRENCES_MAX);
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
 * All of them, also those that are over: those that were entered last first.
 * @throws {AppError} `bad_request` for a cursor that is none of this list.
 */
export const listEntries = async (
  { read, tables: { calendarEntries: t }, config, clock }: MemberCtx,
  { cursor, limit = PAGE_SIZE }: PageInput,
): Promise<Page<CalendarEntry>> => {
  const list = keyset({ id: t.id });
  const rows = await read
    .select()
    .from(t)
    .where(list.before(cursor))
    .orderBy(desc(t.id))
    .limit(limit + 1);
  const { shown, nextCursor } = list.page(rows, limit);
  const { timezone } = config.community;
  return { items: shown.map((row) => toEntry(row, timezone, clock.now())), nextCursor };
};
