import { and, eq, inArray, lt, sql } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";
import { PLAY_WEEKS_KEPT } from "#shared/constants/points.ts";
import { dayAfter, localTime, mondayOf } from "#shared/rules/local-time.ts";

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
