import { and, asc, count, eq, gte, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { MemberCtx } from "#server/context/context.ts";
import { readOutbox } from "#server/modules/mail/index.ts";
import { readFailedJobs } from "#server/store/job-failures.ts";
import { COUNT_MAX } from "#shared/constants/lists.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { dayAfter, localTime, startOfDay } from "#shared/rules/local-time.ts";
import type { FailedWork, Today, TodayInput } from "#shared/schemas/administration.ts";
import { type Period, readPeak, readPoints } from "./day-figures.ts";

const CENTS = 100;

/** Who joined, and is still there. */
const countMembers = async (
  { read, tables: { users: t } }: MemberCtx,
  { from, until }: Period,
): Promise<number> => {
  const [found] = await read
    .select({ members: count() })
    .from(t)
    .where(and(gte(t.createdAt, from), lt(t.createdAt, until), isNull(t.erasedAt)));
  return found?.members ?? 0;
};

/** What was paid, by currency, in cents. */
const sumSales = async (
  { read, tables: { payments: t, orders } }: MemberCtx,
  { from, until }: Period,
): Promise<ReadonlyMap<string, number>> => {
  const rows = await read
    .select({ currency: orders.currency, cents: sql`sum(${t.amountCents})`.mapWith(Number) })
    .from(t)
    .innerJoin(orders, eq(orders.id, t.orderId))
    .where(and(gte(t.paidAt, from), lt(t.paidAt, until)))
    .groupBy(orders.currency);
  return new Map(rows.map(({ currency, cents }) => [currency, cents]));
};

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
  const present = { from: startOfDay(first, timezone), until: now };
  const past = { from: startOfDay(firstBefore, timezone), until: untilBefore };
  const { shopFlags } = tables;
  const [members, membersBefore, sold, soldBefore, points, pointsBefore, peak, peakBefore] =
    await Promise.all([
      countMembers(ctx, present),
      countMembers(ctx, past),
      sumSales(ctx, present),
      sumSales(ctx, past),
      readPoints(ctx, first, now),
      readPoints(ctx, firstBefore, untilBefore),
      readPeak(ctx, [first, today]),
      readPeak(ctx, [firstBefore, dayAfter(first, -1)]),
    ]);
  const [tickets, [flags], failed] = await Promise.all([
    readTickets(ctx),
    read.select({ open: count() }).from(shopFlags).where(eq(shopFlags.isResolved, false)),
    readFailed(ctx),
  ]);
  const { players } = board.summary();
  return {
    from: first,
    members: { now: members, before: membersBefore },
    players: { now: players, peak: { now: Math.max(peak, players), before: peakBefore } },
    sales: [...new Set([...sold.keys(), ...soldBefore.keys()])].toSorted().map((currency) => ({
      currency,
      now: (sold.get(currency) ?? 0) / CENTS,
      before: (soldBefore.get(currency) ?? 0) / CENTS,
    })),
    points: points.flatMap(({ kind, ...figure }, index) => {
      const before = pointsBefore[index] ?? { in: 0, out: 0 };
      const side = (name: "in" | "out") => ({ now: figure[name], before: before[name] });
      return figure.in + figure.out + before.in + before.out === 0
        ? []
        : { kind, in: side("in"), out: side("out") };
    }),
    tickets,
    flags: flags?.open ?? 0,
    failed,
  };
};
