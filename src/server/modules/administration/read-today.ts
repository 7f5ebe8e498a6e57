import { and, asc, count, eq, gte, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { may } from "#server/access/rights.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { isWorkedOn } from "#server/modules/desk/index.ts";
import { readOutbox } from "#server/modules/mail/index.ts";
import { readFailedJobs } from "#server/store/job-runs.ts";
import { COUNT_MAX } from "#shared/constants/lists.ts";
import { ENTRY_KINDS, type EntryKind } from "#shared/constants/points.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import {
  dayAfter,
  daysBetween,
  endOfDay,
  localTime,
  startOfDay,
} from "#shared/rules/local-time.ts";
import type { DayOfToday, FailedWork, Today, TodayInput } from "#shared/schemas/administration.ts";
import { type DayRead, type Period, readDays } from "./day-figures.ts";

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
