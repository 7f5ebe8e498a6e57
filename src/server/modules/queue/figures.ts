import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { and, between, eq, gt, gte, isNull, lt, or, sql } from "drizzle-orm";
import { z } from "zod";
import type { Ctx, SystemCtx, Tx } from "#server/context/context.ts";
import { readSetting, type Setting, writeSetting } from "#server/store/settings.ts";
import type { Reader } from "#server/store/store.ts";
import { FIGURE_WEEKS } from "#shared/constants/queue.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
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
const readCells = async (reader: Reader, weeks: readonly Week[]): Promise<Cell[]> => {
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

/** Makes what weeks came to by one helper that of another account, in the caller's transaction. */
export const moveFigures = async (
  tx: Tx,
  { from, to }: { from: string; to: string },
): Promise<void> => {
  const { ticketFigures: t } = tx.tables;
  await tx.update(t).set({ helperId: to }).where(eq(t.helperId, from));
};

/** So late what belongs to a week may still be written, by a transaction that began before it was over. */
const LATE_MS = 10 * MINUTE_MS;

const addedUp = z.object({ zone: z.string(), first: z.iso.date(), last: z.iso.date() });
/** Which weeks are added up, and by whose days. */
const ADDED_UP: Setting<z.infer<typeof addedUp>> = { key: "desk:figures", schema: addedUp };

const cellColumns = ({ ticketFigures: t }: Reader["tables"]) => ({
  week: t.week,
  category: t.category,
  helperId: t.helperId,
  opened: t.opened,
  closed: t.closed,
  answerSeconds: t.answerSeconds,
  solutionSeconds: t.solutionSeconds,
  solved: t.solved,
  unsolved: t.unsolved,
});

/** The same for the same cells, in whatever order they come. */
const markOf = (cells: readonly Cell[]): string =>
  JSON.stringify(
    cells
      .map(({ week, category, helperId, ...rest }) => {
        const { opened, closed, solved, unsolved, answerSeconds, solutionSeconds } = rest;
        const counts = [opened, closed, solved, unsolved];
        return JSON.stringify([week, category, helperId, counts, answerSeconds, solutionSeconds]);
      })
      .toSorted(),
  );

/** So many are written by one statement. */
const CELLS_AT_ONCE = 500;

const replace = async (tx: Tx, week: string, cells: readonly Cell[]): Promise<void> => {
  const { ticketFigures: t } = tx.tables;
  await tx.delete(t).where(eq(t.week, week));
  for (let start = 0; start < cells.length; start += CELLS_AT_ONCE)
    await tx.insert(t).values(cells.slice(start, start + CELLS_AT_ONCE));
};

const addUp = async (ctx: Ctx, week: Week): Promise<void> => {
  const { ticketFigures: t } = ctx.tables;
  const [cells, before] = [
    await readCells(ctx.read, [week]),
    await ctx.read.select(cellColumns(ctx.tables)).from(t).where(eq(t.week, week.week)),
  ];
  if (markOf(cells) !== markOf(before)) await ctx.write((tx) => replace(tx, week.week, cells));
};

/**
 * Adds up the weeks that are over, where the community is, and once more those that are: what was closed may be opened
 * again, and what was opened be merged. For a job.
 * @param signal stops between two weeks; the next call does all of them.
 */
export const addUpWeeks = async (ctx: SystemCtx, signal: AbortSignal): Promise<void> => {
  const { timezone: zone } = ctx.config.community;
  const late = new Date(ctx.clock.now().getTime() - LATE_MS);
  const over = weeksUntil(late, Math.max(...FIGURE_WEEKS) + 1, zone).slice(0, -1);
  const [first, last] = [over.at(0)?.week, over.at(-1)?.week];
  if (first === undefined || last === undefined) return;
  for (const week of over) {
    if (signal.aborted) return;
    await addUp(ctx, week);
    await yieldToEventLoop();
  }
  const done = { zone, first, last };
  const before = await readSetting(ctx.read, ADDED_UP);
  if (JSON.stringify(before) === JSON.stringify(done)) return;
  const { ticketFigures: t } = ctx.tables;
  await ctx.write(async (tx) => {
    await tx.delete(t).where(or(lt(t.week, first), gt(t.week, last)));
    await writeSetting(tx, ADDED_UP, done);
  });
};

/** What some weeks came to: those that are added up as they were, the others as they are now. */
export const findCells = async (
  { read, tables, config }: Pick<Ctx, "read" | "tables" | "config">,
  weeks: readonly Week[],
): Promise<Cell[]> => {
  const { ticketFigures: t } = tables;
  const known = await readSetting(read, ADDED_UP);
  const isKnown = ({ week }: Week) =>
    known !== null &&
    known.zone === config.community.timezone &&
    known.first <= week &&
    week <= known.last;
  const firstOpen = weeks.findIndex((week) => !isKnown(week));
  const kept = firstOpen === -1 ? weeks : weeks.slice(0, firstOpen);
  const [first, last] = [kept.at(0)?.week, kept.at(-1)?.week];
  const open: Cell[] = [];
  // Many of them only where none is added up yet: others get their turn in between.
  for (const week of weeks.slice(kept.length)) {
    open.push(...(await readCells(read, [week])));
    await yieldToEventLoop();
  }
  if (first === undefined || last === undefined) return open;
  const rows = await read
    .select(cellColumns(tables))
    .from(t)
    .where(between(t.week, first, last));
  return [...rows, ...open];
};
