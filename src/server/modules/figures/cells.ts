import { and, gte, isNull, lt, sql } from "drizzle-orm";
import type { Reader } from "#server/store/store.ts";
import { dayAfter, endOfDay, localTime, mondayOf, startOfDay } from "#shared/rules/local-time.ts";

/** A week by its Monday, where the community is; `until` is not part of it. */
export type Week = { week: string; from: Date; until: Date };

const DAYS = 7;

/** The last weeks up to the one in which a moment lies, the oldest first. @param zone such as "Europe/Berlin". */
export const weeksUntil = (now: Date, count: number, zone: string): Week[] => {
  const present = mondayOf(localTime(now, zone).day);
  return Array.from({ length: count }, (_, index) => {
    const week = dayAfter(present, (index + 1 - count) * DAYS);
    return {
      week,
      from: startOfDay(week, zone),
      until: endOfDay(dayAfter(week, DAYS - 1), zone),
    };
  });
};

/** What a week came to in one category, by one helper. */
export type Cell = {
  week: string;
  category: string;
  helperId: string | null;
  opened: number;
  closed: number;
  /** In seconds, the shortest first. */
  answerSeconds: readonly number[];
  solutionSeconds: readonly number[];
  solved: number;
  unsolved: number;
};

type Growing = Cell & { answerSeconds: number[]; solutionSeconds: number[] };

const OPENED = 0;
const ANSWERED = 1;
const CLOSED = 2;

/** What has happened to tickets in a period: each of the three from an index of its own, all in one query. */
const readEvents = (reader: Reader, { from, until }: Omit<Week, "week">) => {
  const { tickets: t } = reader.tables;
  const caretaker = sql<string | null>`coalesce(${t.assigneeId}, ${t.firstAnsweredBy})`;
  const happened = (
    event: number,
    at: typeof t.createdAt | typeof t.firstAnsweredAt,
    helperId: typeof caretaker,
  ) =>
    reader
      .select({
        event: sql.raw(String(event)).mapWith(Number).as("event"),
        at: sql<Date>`${at}`.mapWith(t.createdAt).as("at"),
        helperId: helperId.as("helper_id"),
        category: t.category,
        createdAt: t.createdAt,
        quietSince: t.quietSince,
        solved: t.solved,
        solvedByTeam: t.solvedByTeam,
        closedBySilence: t.closedBySilence,
      })
      .from(t)
      // What was merged into another one goes on there, and counts there alone.
      .where(and(gte(at, from), lt(at, until), isNull(t.mergedInto)))
      .$dynamic();
  return happened(OPENED, t.createdAt, caretaker)
    .unionAll(happened(ANSWERED, t.firstAnsweredAt, sql<string | null>`${t.firstAnsweredBy}`))
    .unionAll(happened(CLOSED, t.closedAt, caretaker));
};

type Event = Awaited<ReturnType<typeof readEvents>>[number];

const secondsBetween = (from: Date, to: Date): number =>
  Math.max(0, Math.round((to.getTime() - from.getTime()) / 1000));

const count = (cell: Growing, event: Event): void => {
  if (event.event === OPENED) {
    cell.opened += 1;
    return;
  }
  if (event.event === ANSWERED) {
    cell.answerSeconds.push(secondsBetween(event.createdAt, event.at));
    return;
  }
  cell.closed += 1;
  const { solved, solvedByTeam, closedBySilence, quietSince } = event;
  // What nobody answered any more was solved by the team's last answer, as far as anybody knows.
  const solvedAt = closedBySilence === true ? (quietSince ?? event.at) : event.at;
  if (solved !== false) cell.solutionSeconds.push(secondsBetween(event.createdAt, solvedAt));
  if (solvedByTeam === true) return;
  if (solved === true) cell.solved += 1;
  if (solved === false) cell.unsolved += 1;
};

/**
 * What some weeks came to, by category and helper.
 * @param weeks that follow each other, the oldest first.
 */
export const readCells = async (reader: Reader, weeks: readonly Week[]): Promise<Cell[]> => {
  const [first, last] = [weeks.at(0), weeks.at(-1)];
  if (first === undefined || last === undefined) return [];
  const events = await readEvents(reader, { from: first.from, until: last.until });
  const cells = new Map<string, Growing>();
  for (const event of events) {
    const { at, category, helperId } = event;
    const week = weeks.findLast(({ from }) => from <= at)?.week ?? first.week;
    const key = JSON.stringify([week, category, helperId]);
    const cell = cells.get(key) ?? {
      week,
      category,
      helperId,
      opened: 0,
      closed: 0,
      solved: 0,
      unsolved: 0,
      answerSeconds: [],
      solutionSeconds: [],
    };
    cells.set(key, cell);
    count(cell, event);
  }
  for (const { answerSeconds, solutionSeconds } of cells.values())
    for (const seconds of [answerSeconds, solutionSeconds]) seconds.sort((a, b) => a - b);
  return [...cells.values()];
};
