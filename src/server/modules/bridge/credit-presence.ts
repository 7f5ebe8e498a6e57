import { and, asc, eq, inArray, lte } from "drizzle-orm";
import { setImmediate as others } from "node:timers/promises";
import { PRESENCE_KEPT_MS } from "#shared/constants/points.ts";
import { POINTS } from "#shared/messages.ts";
import type { RequestContext } from "#server/context.ts";
import { addEntry } from "#server/modules/points/index.ts";
import type { Store, Tx } from "#server/store/store.ts";
import { quarterKey } from "./quarters.ts";

type CreditContext = Pick<RequestContext, "store" | "clock">;
type Due = { quarter: Date; userId: string };

/** Few enough for no visitor to wait for them. */
const SLICE = 10;

const creditOne = async (ctx: CreditContext, tx: Tx, { quarter, userId }: Due): Promise<void> => {
  const { store, clock } = ctx;
  const { presence } = store.tables;
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
    .returning({ points: presence.points });
  if (taken === undefined) return;
  const delta = taken.points;
  const reference = `${quarterKey(quarter)}:${userId}`;
  const about = { reason: POINTS.quarterPlayed, reference, actorId: null };
  await addEntry(store, tx, clock, { userId, kind: "passive", delta, ...about });
};

/**
 * Credits the quarters of an hour that members have played, each once: what it is worth and that it
 * is credited are written in one transaction, under a reference that the ledger takes once.
 * @param signal stops between two slices; the next call goes on from there.
 */
export const creditPresence = async (ctx: CreditContext, signal: AbortSignal): Promise<void> => {
  const { store } = ctx;
  const { presence } = store.tables;
  while (!signal.aborted) {
    const due = await store.read
      .select({ quarter: presence.quarter, userId: presence.userId })
      .from(presence)
      .where(eq(presence.isCredited, false))
      .orderBy(asc(presence.quarter), asc(presence.userId))
      .limit(SLICE);
    if (due.length === 0) return;
    await store.write(async (tx) => {
      for (const one of due) await creditOne(ctx, tx, one);
    });
    await others();
  }
};

/** Removes up to `max` quarters that were credited long ago. @returns how many. */
export const forgetPresence = async (
  store: Store,
  tx: Tx,
  clock: CreditContext["clock"],
  max: number,
): Promise<number> => {
  const { presence } = store.tables;
  const { quarter, userId, isCredited } = presence;
  const old = new Date(clock.now().getTime() - PRESENCE_KEPT_MS);
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
