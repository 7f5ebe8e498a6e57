import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { and, asc, eq, inArray, lt, lte, sql } from "drizzle-orm";
import type { Ctx, CtxReader, Tx } from "#server/context/context.ts";
import { readTiers } from "#server/modules/members/index.ts";
import { addEntry } from "#server/modules/points/index.ts";
import { PASSIVE_QUARTER_MS, PLAY_WEEKS_KEPT, PRESENCE_KEPT_MS } from "#shared/constants/points.ts";
import { POINTS } from "#shared/points-messages.ts";
import { tierIn } from "#shared/rules/community.ts";
import { dayAfter, localTime, mondayOf } from "#shared/rules/local-time.ts";

/**
 * What a quarter of an hour earns these members by the tiers that run now [POINTS-05].
 * @returns points by member; those of Standard, who earn none, are left out.
 */
export const passivePointsOf = async (
  reader: CtxReader,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  if (userIds.length === 0) return new Map();
  const { tiers: known } = reader.config.community;
  const tiers = await readTiers(reader, userIds);
  const earned = userIds.flatMap((userId): [string, number][] => {
    const key = tierIn(known, tiers.get(userId));
    const points = known.find((tier) => tier.key === key)?.quarterHourPoints ?? 0;
    return points > 0 ? [[userId, points]] : [];
  });
  return new Map(earned);
};

/** Start of the quarter of an hour, UTC, in which a moment lies. */
export const quarterOf = (at: Date): Date =>
  new Date(Math.floor(at.getTime() / PASSIVE_QUARTER_MS) * PASSIVE_QUARTER_MS);

/** Names a quarter in the ledger. */
const quarterKey = (quarter: Date): string => `passive:${quarter.toISOString()}`;

type Place = {
  /** Start of the quarter of an hour. */
  quarter: Date;
  game: string;
  /** The key of the configured server; "" for none in particular. */
  server: string;
};
/** Quarters of an hour, and what they were worth. */
type PlayTime = { userId: string; quarters: number; points: number };

/** Adds to the weeks of some members, each named once, in the caller's transaction. */
export const addPlayTime = async (
  tx: Tx,
  { quarter, game, server }: Place,
  played: readonly PlayTime[],
): Promise<void> => {
  if (played.length === 0) return;
  const { playWeeks: t } = tx.tables;
  const week = mondayOf(localTime(quarter, tx.config.community.timezone).day);
  await tx
    .insert(t)
    .values(
      played.map(({ userId, quarters, points }) => {
        const where = { week, game, server };
        return { userId, ...where, quarters, points };
      }),
    )
    .onConflictDoUpdate({
      target: [t.userId, t.week, t.game, t.server],
      set: {
        quarters: sql`${t.quarters} + excluded.quarters`,
        points: sql`${t.points} + excluded.points`,
      },
    });
};

/** Removes up to `max` weeks of members that are too long ago. @returns how many. */
export const forgetPlayWeeks = async (tx: Tx, max: number): Promise<number> => {
  const { playWeeks: t } = tx.tables;
  const { day } = localTime(tx.clock.now(), tx.config.community.timezone);
  const isOld = lt(t.week, dayAfter(mondayOf(day), -7 * PLAY_WEEKS_KEPT));
  const [oldest] = await tx.select({ week: t.week }).from(t).where(isOld).orderBy(t.week).limit(1);
  if (oldest === undefined) return 0;
  const inWeek = eq(t.week, oldest.week);
  const due = await tx.selectDistinct({ userId: t.userId }).from(t).where(inWeek).limit(max);
  const ids = due.map(({ userId }) => userId);
  await tx.delete(t).where(and(inWeek, inArray(t.userId, ids)));
  // With another week waiting it is not over.
  return max;
};

type Due = { quarter: Date; userId: string };

/** Few enough for no visitor to wait for them. */
const CREDITED_SLICE = 10;

const creditOne = async (tx: Tx, { quarter, userId }: Due): Promise<void> => {
  const { presence } = tx.tables;
  // Another instance may have been quicker since the slice was read.
  const [taken] = await tx
    .update(presence)
    .set({ isCredited: true })
    .where(
      and(
        eq(presence.quarter, quarter),
        eq(presence.userId, userId),
        eq(presence.isCredited, false),
      ),
    )
    .returning({ points: presence.points, game: presence.game });
  if (taken === undefined) return;
  const { points: delta, game } = taken;
  const reference = `${quarterKey(quarter)}:${userId}`;
  const about = { reason: POINTS.quarterPlayed, reference, actorId: null };
  await addEntry(tx, { userId, kind: "passive", delta, game, ...about });
};

/**
 * Credits the quarters of an hour that members have played, each once: what it is worth and that it
 * is credited are written in one transaction, under a reference that the ledger takes once.
 * @param signal stops between two slices; the next call goes on from there.
 */
export const creditPresence = async (ctx: Ctx, signal: AbortSignal): Promise<void> => {
  const { presence } = ctx.tables;
  while (!signal.aborted) {
    const due = await ctx.read
      .select({ quarter: presence.quarter, userId: presence.userId })
      .from(presence)
      .where(eq(presence.isCredited, false))
      .orderBy(asc(presence.quarter), asc(presence.userId))
      .limit(CREDITED_SLICE);
    if (due.length === 0) return;
    await ctx.write(async (tx) => {
      for (const one of due) await creditOne(tx, one);
    });
    await yieldToEventLoop();
  }
};

/** Removes up to `max` quarters that were credited long ago. @returns how many. */
export const forgetPresence = async (tx: Tx, max: number): Promise<number> => {
  const { presence } = tx.tables;
  const { quarter, userId, isCredited } = presence;
  const old = new Date(tx.clock.now().getTime() - PRESENCE_KEPT_MS);
  const isOld = and(eq(isCredited, true), lte(quarter, old));
  const due = await tx.select({ quarter, userId }).from(presence).where(isOld).limit(max);
  for (const at of new Map(due.map((row) => [row.quarter.getTime(), row.quarter])).values()) {
    const ids = due.filter((row) => row.quarter.getTime() === at.getTime());
    await tx.delete(presence).where(
      and(
        isOld,
        eq(quarter, at),
        inArray(
          userId,
          ids.map((row) => row.userId),
        ),
      ),
    );
  }
  return due.length;
};
