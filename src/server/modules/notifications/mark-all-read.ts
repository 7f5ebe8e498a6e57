import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { and, eq, inArray } from "drizzle-orm";
import type { MemberCtx, MemberTx } from "#server/context/context.ts";
import { publishChanged } from "./notify.ts";
import { NO_ID, unreadGlobalIdsOf, unreadOwnIdsOf } from "./reads.ts";

/** So many of either kind are marked at once: others get their turn in between. */
const SLICE = 50;

/**
 * Marks the newest ones, and for everyone below an id.
 * @returns below which id there may be more for everyone; null where nothing is left of either kind.
 */
const markSlice = async (tx: MemberTx, before: number): Promise<number | null> => {
  const { userId } = tx.actor;
  const { notificationReads: reads } = tx.tables;
  const readAt = tx.clock.now();
  const asked = { userId, before, limit: SLICE };
  const own = (await unreadOwnIdsOf(tx).execute(asked)).map(({ id }) => id);
  const globals = (await unreadGlobalIdsOf(tx).execute(asked)).map(({ id }) => id);
  if (own.length > 0)
    await tx
      .update(reads)
      .set({ isRead: true, readAt })
      .where(and(eq(reads.userId, userId), inArray(reads.notificationId, own)));
  if (globals.length > 0)
    await tx
      .insert(reads)
      .values(globals.map((id) => ({ notificationId: id, userId, isRead: true, readAt })));
  if (own.length + globals.length > 0) publishChanged(tx, [userId]);
  return own.length < SLICE && globals.length < SLICE ? null : (globals.at(-1) ?? 0);
};

/** Marks everything as read that the member has not read yet. */
export const markAllRead = async (ctx: MemberCtx): Promise<void> => {
  const markNext = (before: number) => ctx.write((tx) => markSlice(tx, before));
  let before = await markNext(NO_ID);
  while (before !== null) {
    await yieldToEventLoop();
    before = await markNext(before);
  }
};
