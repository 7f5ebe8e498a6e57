import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { and, asc, count, eq, gte, isNotNull, isNull, lt, lte, min, sql } from "drizzle-orm";
import { z } from "zod";
import { may } from "#server/access/rights.ts";
import type { Ctx, MemberCtx, Tx } from "#server/context/context.ts";
import { isWorkedOn } from "#server/modules/desk/index.ts";
import { readOutbox } from "#server/modules/mail/index.ts";
import { readFailedJobs } from "#server/store/job-runs.ts";
import { readSetting, writeSetting } from "#server/store/settings.ts";
import type { Reader } from "#server/store/store.ts";
import { COUNT_MAX, TODAY_PERIODS } from "#shared/constants/lists.ts";
import { ENTRY_KINDS, type EntryKind } from "#shared/constants/points.ts";
import { DAY_MS, MINUTE_MS } from "#shared/constants/time.ts";
import {
  dayAfter,
  daysBetween,
  endOfDay,
  localTime,
  startOfDay,
} from "#shared/rules/local-time.ts";
import type { DayOfToday, FailedWork, Today, TodayInput } from "#shared/schemas/administration.ts";

/** From one moment to another, which is not part of it. */
type Period = { from: Date; until: Date };

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
const sumPointEntries = (reader: Reader, { from, until }: Period): PromiseLike<PointFigure[]> => {
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
  const points = await sumPointEntries(reader, period);
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
type DayRead = { day: string; peak: number; points: PointFigure[] };

/**
 * Each day from one to that of a moment, up to which the last is told: of whole days what they were
 * added up to, and the points of the last, or the last two while one is not added up yet, by themselves.
 */
const readDays = async (
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
    sumPointEntries(read, {
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

const CENTS = 100;

/** At least one; each is answered from an index, and all of them by one question. */
type Periods = readonly [Period, ...Period[]];

/** Which of some periods a row of their common question is about. */
const place = (index: number) => sql.raw(String(index)).mapWith(Number).as("period");

/** Who joined in each period, and is still there. */
const countMembers = async (
  { read, tables: { users: t } }: MemberCtx,
  [first, ...more]: Periods,
): Promise<readonly number[]> => {
  const countOf = ({ from, until }: Period, index: number) =>
    read
      .select({ period: place(index), members: count() })
      .from(t)
      .where(and(gte(t.createdAt, from), lt(t.createdAt, until), isNull(t.erasedAt)))
      .$dynamic();
  const rows = await more.reduce(
    (all, period, index) => all.unionAll(countOf(period, index + 1)),
    countOf(first, 0),
  );
  const found = new Map(rows.map(({ period, members }) => [period, members]));
  return [first, ...more].map((_, period) => found.get(period) ?? 0);
};

/** What was paid in each period, in cents, by currency. */
const sumSales = async (
  { read, tables: { payments: t, orders } }: MemberCtx,
  [first, ...more]: Periods,
): Promise<ReadonlyMap<string, readonly number[]>> => {
  const sumOf = ({ from, until }: Period, index: number) =>
    read
      .select({
        period: place(index),
        currency: orders.currency,
        cents: sql`sum(${t.amountCents})`.mapWith(Number),
      })
      .from(t)
      .innerJoin(orders, eq(orders.id, t.orderId))
      .where(and(gte(t.paidAt, from), lt(t.paidAt, until)))
      .groupBy(orders.currency)
      .$dynamic();
  const rows = await more.reduce(
    (all, period, index) => all.unionAll(sumOf(period, index + 1)),
    sumOf(first, 0),
  );
  const sales = new Map<string, number[]>();
  for (const { currency, period, cents } of rows) {
    const sums = sales.get(currency) ?? [first, ...more].map(() => 0);
    sums[period] = cents;
    sales.set(currency, sums);
  }
  return sales;
};

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

const peakOf = (days: readonly { peak: number }[]) => Math.max(0, ...days.map(({ peak }) => peak));

const sumPoints = (days: readonly DayRead[], kind: EntryKind, side: "in" | "out") =>
  sum(
    days.flatMap(({ points }) => points.filter((row) => row.kind === kind)).map((row) => row[side]),
  );

const readTickets = async ({ read, tables: { tickets: t } }: MemberCtx) => {
  const isWaiting = and(eq(t.status, "Open"), isNotNull(t.waitingSince), isWorkedOn(read));
  const [[found], [oldest]] = await Promise.all([
    read.select({ waiting: count() }).from(t).where(isWaiting),
    read
      .select({ since: t.waitingSince })
      .from(t)
      .where(isWaiting)
      .orderBy(asc(t.waitingSince), asc(t.id))
      .limit(1),
  ]);
  return { waiting: found?.waiting ?? 0, oldestAt: oldest?.since?.toISOString() ?? null };
};

/** What the site could not do by itself: jobs whose last run failed, mails and events. */
const readFailed = async (ctx: MemberCtx): Promise<FailedWork[]> => {
  const { read, tables, clock, config } = ctx;
  const { shopEvents: e } = tables;
  const isFailing = and(eq(e.state, "waiting"), isNotNull(e.error));
  const [jobs, { givenUp }, events] = await Promise.all([
    readFailedJobs(read, clock),
    config.mail === null ? { givenUp: [] } : readOutbox(ctx),
    read.select({ id: e.id }).from(e).where(isFailing).limit(COUNT_MAX),
  ]);
  return [
    ...jobs.map(({ name, since, times }) => ({ kind: "job" as const, name, since, count: times })),
    ...givenUp.map(({ code, mails }) => ({
      kind: "mail" as const,
      name: code,
      since: null,
      count: mails,
    })),
    ...(events.length === 0
      ? []
      : [{ kind: "event" as const, name: "", since: null, count: events.length }]),
  ];
};

/**
 * How the community is, as far as whoever asks may see it; the rest is 0 or empty: the last days against as many before them, up to the same time of day, and
 * what waits for an Admin. A fixed number of questions, each answered by an index; nobody is named.
 */
export const readToday = async (ctx: MemberCtx, { days }: TodayInput): Promise<Today> => {
  const { tables, read, clock, config, board } = ctx;
  const { timezone } = config.community;
  const now = clock.now();
  const today = localTime(now, timezone).day;
  const first = dayAfter(today, 1 - days);
  const firstBefore = dayAfter(first, -days);
  const untilBefore = new Date(now.getTime() - days * DAY_MS);
  /** The days from one to that of a moment, up to which the last is told. */
  const periodsOf = (from: string, until: Date) => {
    const last = localTime(until, timezone).day;
    return daysBetween(from, last).map((day) => ({
      from: startOfDay(day, timezone),
      until: day === last ? until : endOfDay(day, timezone),
    }));
  };
  const past = periodsOf(firstBefore, untilBefore);
  const periods = [...past, ...periodsOf(first, now)] as [Period, ...Period[]];
  const { actor } = ctx;
  const seesPoints = may(actor, "points");
  const [members, sales, figures, figuresBefore] = await Promise.all([
    may(actor, "members") ? countMembers(ctx, periods) : [],
    may(actor, "orders") ? sumSales(ctx, periods) : new Map<string, readonly number[]>(),
    readDays(ctx, first, now),
    readDays(ctx, firstBefore, untilBefore),
  ]);
  const [tickets, [flags], failed] = await Promise.all([
    may(actor, "tickets") ? readTickets(ctx) : { waiting: 0, oldestAt: null },
    may(actor, "orders")
      ? read
          .select({ open: count() })
          .from(tables.shopFlags)
          .where(eq(tables.shopFlags.isResolved, false))
      : [],
    actor.isAdmin ? readFailed(ctx) : [],
  ]);
  const { players } = board.summary();
  const currencies = [...sales.keys()].toSorted();
  const centsOf = (currency: string, which: "before" | "now") => {
    const cents = sales.get(currency) ?? [];
    return which === "before" ? cents.slice(0, past.length) : cents.slice(past.length);
  };
  /** @param offset of its first day among the periods. */
  const dailyOf = (read: readonly DayRead[], offset: number): DayOfToday[] =>
    read.map(({ day, peak, points }, index) => ({
      day,
      members: members[offset + index] ?? 0,
      peak: day === today ? Math.max(peak, players) : peak,
      sales: currencies.map((currency) => (sales.get(currency)?.[offset + index] ?? 0) / CENTS),
      in: seesPoints ? sum(points.map((point) => point.in)) : 0,
      out: seesPoints ? sum(points.map((point) => point.out)) : 0,
    }));
  const daily = dailyOf(figures, past.length);
  return {
    from: first,
    members: { now: sum(members.slice(past.length)), before: sum(members.slice(0, past.length)) },
    players: { now: players, peak: { now: peakOf(daily), before: peakOf(figuresBefore) } },
    sales: currencies.map((currency) => ({
      currency,
      now: sum(centsOf(currency, "now")) / CENTS,
      before: sum(centsOf(currency, "before")) / CENTS,
    })),
    points: ENTRY_KINDS.flatMap((kind) => {
      if (!seesPoints) return [];
      const side = (name: "in" | "out") => ({
        now: sumPoints(figures, kind, name),
        before: sumPoints(figuresBefore, kind, name),
      });
      const row = { kind, in: side("in"), out: side("out") };
      return row.in.now + row.in.before + row.out.now + row.out.before === 0 ? [] : [row];
    }),
    days: daily,
    daysBefore: dailyOf(figuresBefore, 0),
    tickets,
    flags: flags?.open ?? 0,
    failed,
  };
};
