import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { and, eq, gte, lt, lte, min, sql } from "drizzle-orm";
import { z } from "zod";
import type { Ctx, Tx } from "#server/context/context.ts";
import { readSetting, writeSetting } from "#server/store/settings.ts";
import type { Reader } from "#server/store/store.ts";
import { TODAY_PERIODS } from "#shared/constants/lists.ts";
import { ENTRY_KINDS, type EntryKind } from "#shared/constants/points.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import {
  dayAfter,
  daysBetween,
  endOfDay,
  localTime,
  startOfDay,
} from "#shared/rules/local-time.ts";

/** From one moment to another, which is not part of it. */
export type Period = { from: Date; until: Date };

/** Points that came and went, by kind; both from 0. */
type PointFigure = { kind: EntryKind; in: number; out: number };

/** So late what belongs to a day may still be written, by a transaction that began before midnight. */
const LATE_MS = 10 * MINUTE_MS;
/** The longest period and the one before it. */
const DAYS_NEEDED = 2 * Math.max(...TODAY_PERIODS);
const DAYS_KEPT = 400;

/** The last day that is added up. */
const FOLDED_UNTIL = { key: "day_figures:folded_until", schema: z.iso.date() };

/** The most players at once, as days keep it; points are kept as "purchase+" and "spend-". */
const PLAYERS = "players";

/** Of a day or two: from an index that has all that it takes. */
const sumPoints = (reader: Reader, { from, until }: Period): PromiseLike<PointFigure[]> => {
  const { pointEntries: t } = reader.tables;
  return reader
    .select({
      kind: t.kind,
      in: sql`sum(case when ${t.delta} > 0 then ${t.delta} else 0 end)`.mapWith(Number),
      out: sql`sum(case when ${t.delta} < 0 then -${t.delta} else 0 end)`.mapWith(Number),
    })
    .from(t)
    .where(and(gte(t.at, from), lt(t.at, until)))
    .groupBy(t.kind);
};

/** The most players at once on a day: by five minutes while those are there, else by hours. */
const findPeak = async (reader: Reader, { from, until }: Period): Promise<number> => {
  const { serverHistory: t } = reader.tables;
  for (const grain of ["5m", "1h"] as const) {
    const together = reader
      .select({ players: sql`sum(${t.playersMax})`.mapWith(Number).as("players") })
      .from(t)
      .where(and(eq(t.grain, grain), gte(t.at, from), lt(t.at, until)))
      .groupBy(t.at)
      .as("together");
    // oxlint-disable-next-line no-await-in-loop -- Most days end with the first.
    const [found] = await reader
      .select({ peak: sql`coalesce(max(${together.players}), 0)`.mapWith(Number) })
      .from(together);
    if (found !== undefined && found.peak > 0) return found.peak;
  }
  return 0;
};

/** One thing that a day came to, by its name. */
type DayFigure = readonly [name: string, value: number];

const write = async (tx: Tx, day: string, figures: readonly DayFigure[]): Promise<void> => {
  const { dayFigures: t } = tx.tables;
  if (figures.length === 0) return;
  await tx
    .insert(t)
    .values(figures.map(([name, value]) => ({ day, name, value })))
    .onConflictDoUpdate({ target: [t.day, t.name], set: { value: sql`excluded.value` } });
};

/** What a day came to, or has come to so far; without what was nothing. */
const figuresOf = async (reader: Reader, period: Period): Promise<DayFigure[]> => {
  const points = await sumPoints(reader, period);
  const figures: DayFigure[] = [
    [PLAYERS, await findPeak(reader, period)],
    ...points.flatMap((row): DayFigure[] => [
      [`${row.kind}+`, row.in],
      [`${row.kind}-`, row.out],
    ]),
  ];
  return figures.filter(([, value]) => value > 0);
};

/** The first day that there is anything of. */
const findFirstDay = async (
  { read, tables: { users: t }, clock, config }: Ctx,
  today: string,
): Promise<string> => {
  const [found] = await read.select({ oldest: min(t.createdAt) }).from(t);
  const began = localTime(found?.oldest ?? clock.now(), config.community.timezone).day;
  const needed = dayAfter(today, -DAYS_NEEDED);
  return began < needed ? needed : began;
};

/**
 * Adds up the days that are over, where the community is, and keeps the most players of today.
 * @param signal stops between two days; the next call goes on from there.
 */
export const foldDays = async (ctx: Ctx, signal: AbortSignal): Promise<void> => {
  const { read, clock, config } = ctx;
  const { dayFigures: t } = ctx.tables;
  const { timezone } = config.community;
  const now = clock.now();
  const today = localTime(now, timezone).day;
  const last = dayAfter(localTime(now.getTime() - LATE_MS, timezone).day, -1);
  const first = await findFirstDay(ctx, today);
  const folded = await readSetting(read, FOLDED_UNTIL);
  const next = folded === null ? first : dayAfter(folded, 1);
  for (let day = next < first ? first : next; day <= last; day = dayAfter(day, 1)) {
    if (signal.aborted) return;
    const period = { from: startOfDay(day, timezone), until: endOfDay(day, timezone) };
    const figures = await figuresOf(read, period);
    // Many days that nothing has happened on are one transaction.
    if (figures.length > 0 || day === last)
      await ctx.write(async (tx) => {
        await write(tx, day, figures);
        await writeSetting(tx, FOLDED_UNTIL, day);
        await tx.delete(t).where(lt(t.day, dayAfter(day, -DAYS_KEPT)));
      });
    await yieldToEventLoop();
  }
  const peak = await findPeak(read, { from: startOfDay(today, timezone), until: now });
  if (peak > 0) await ctx.write((tx) => write(tx, today, [[PLAYERS, peak]]));
};

/** What a day came to: the most players at once, 0 where nothing is known, and points. */
export type DayRead = { day: string; peak: number; points: PointFigure[] };

/**
 * Each day from one to that of a moment, up to which the last is told: of whole days what they were
 * added up to, and the points of the last, or the last two while one is not added up yet, by themselves.
 */
export const readDays = async (
  { read, tables: { dayFigures: t }, config }: Pick<Ctx, "read" | "tables" | "config">,
  first: string,
  until: Date,
): Promise<DayRead[]> => {
  const { timezone } = config.community;
  const last = localTime(until, timezone).day;
  const yesterday = dayAfter(last, -1);
  const folded = await readSetting(read, FOLDED_UNTIL);
  const open = folded === null || folded < yesterday ? yesterday : last;
  const pointsOf = (day: string) =>
    sumPoints(read, {
      from: startOfDay(day, timezone),
      until: day === last ? until : endOfDay(day, timezone),
    });
  const [rows, ...added] = await Promise.all([
    read
      .select({ day: t.day, name: t.name, value: t.value })
      .from(t)
      .where(and(gte(t.day, first), lte(t.day, last))),
    ...[yesterday, last].map((day) => (day < open || day < first ? [] : pointsOf(day))),
  ]);
  const kept = new Map(rows.map(({ day, name, value }) => [`${day} ${name}`, value]));
  const [ofYesterday = [], ofLast = []] = added;
  return daysBetween(first, last).map((day) => ({
    day,
    peak: kept.get(`${day} ${PLAYERS}`) ?? 0,
    points:
      day === last
        ? ofLast
        : day >= open
          ? ofYesterday
          : ENTRY_KINDS.map((kind) => ({
              kind,
              in: kept.get(`${day} ${kind}+`) ?? 0,
              out: kept.get(`${day} ${kind}-`) ?? 0,
            })),
  }));
};
