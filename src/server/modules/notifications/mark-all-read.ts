import { and, eq, inArray } from "drizzle-orm";
import { setImmediate as others } from "node:timers/promises";
import type { MemberContext } from "#server/context.ts";
import type { Tx } from "#server/store/store.ts";
import { publishChanged } from "./publish-changed.ts";
import { NO_ID, unreadGlobalIdsOf, unreadOwnIdsOf } from "./reads.ts";

/** So many of either kind are marked at once: others get their turn in between. */
const SLICE = 50;

/**
 * Marks the newest ones, and for everyone below an id.
 * @returns below which id there may be more for everyone; null where nothing is left of either kind.
 */
const markSlice = async (
  { store, clock, actor: { userId } }: MemberContext,
  tx: Tx,
  before: number,
): Promise<number | null> => {
  const { notificationReads: reads } = store.tables;
  const readAt = clock.now();
  const asked = { userId, before, limit: SLICE };
  const own = (await unreadOwnIdsOf(store, tx).execute(asked)).map(({ id }) => id);
  const globals = (await unreadGlobalIdsOf(store, tx).execute(asked)).map(({ id }) => id);
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
export const markAllRead = async (ctx: MemberContext): Promise<void> => {
  const markNext = (before: number) => ctx.store.write((tx) => markSlice(ctx, tx, before));
  let before = await markNext(NO_ID);
  while (before !== null) {
    await others();
    before = await markNext(before);
  }
};
