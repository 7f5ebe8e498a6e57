import { and, asc, count, eq, gte, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { MemberCtx } from "#server/context/context.ts";
import { readOutbox } from "#server/modules/mail/index.ts";
import { readFailedJobs } from "#server/store/job-failures.ts";
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
import type { FailedWork, Today, TodayInput } from "#shared/schemas/administration.ts";
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
  const isOpen = eq(t.status, "Open");
  const [[found], [oldest]] = await Promise.all([
    read.select({ open: count() }).from(t).where(isOpen),
    read.select({ at: t.createdAt }).from(t).where(isOpen).orderBy(asc(t.id)).limit(1),
  ]);
  return { open: found?.open ?? 0, oldestAt: oldest?.at.toISOString() ?? null };
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
 * How the community is: the last days against as many before them, up to the same time of day, and
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
  const past = { from: startOfDay(firstBefore, timezone), until: untilBefore };
  const periods = daysBetween(first, today).map((day) => ({
    from: startOfDay(day, timezone),
    until: day === today ? now : endOfDay(day, timezone),
  }));
  const [[membersBefore = 0, ...members], sales, figures, figuresBefore] = await Promise.all([
    countMembers(ctx, [past, ...periods]),
    sumSales(ctx, [past, ...periods]),
    readDays(ctx, first, now),
    readDays(ctx, firstBefore, untilBefore),
  ]);
  const [tickets, [flags], failed] = await Promise.all([
    readTickets(ctx),
    read
      .select({ open: count() })
      .from(tables.shopFlags)
      .where(eq(tables.shopFlags.isResolved, false)),
    readFailed(ctx),
  ]);
  const { players } = board.summary();
  const sold = [...sales.keys()].toSorted().map((currency) => {
    const [before = 0, ...cents] = sales.get(currency) ?? [];
    return { currency, before, cents };
  });
  const daily = figures.map(({ day, peak, points }, index) => ({
    day,
    members: members[index] ?? 0,
    peak: day === today ? Math.max(peak, players) : peak,
    sales: sold.map(({ cents }) => (cents[index] ?? 0) / CENTS),
    in: sum(points.map((point) => point.in)),
    out: sum(points.map((point) => point.out)),
  }));
  return {
    from: first,
    members: { now: sum(members), before: membersBefore },
    players: { now: players, peak: { now: peakOf(daily), before: peakOf(figuresBefore) } },
    sales: sold.map(({ currency, before, cents }) => ({
      currency,
      now: sum(cents) / CENTS,
      before: before / CENTS,
    })),
    points: ENTRY_KINDS.flatMap((kind) => {
      const side = (name: "in" | "out") => ({
        now: sumPoints(figures, kind, name),
        before: sumPoints(figuresBefore, kind, name),
      });
      const row = { kind, in: side("in"), out: side("out") };
      return row.in.now + row.in.before + row.out.now + row.out.before === 0 ? [] : [row];
    }),
    days: daily,
    tickets,
    flags: flags?.open ?? 0,
    failed,
  };
};
