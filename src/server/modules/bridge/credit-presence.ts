import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { and, asc, eq, inArray, lte } from "drizzle-orm";
import type { Tx, Ctx } from "#server/context/context.ts";
import { addEntry } from "#server/modules/points/index.ts";
import { PRESENCE_KEPT_MS } from "#shared/constants/points.ts";
import { POINTS } from "#shared/points-messages.ts";
import { quarterKey } from "./passive-points.ts";

type Due = { quarter: Date; userId: string };

/** Few enough for no visitor to wait for them. */
const SLICE = 10;

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
      .limit(SLICE);
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
