import { and, eq, inArray, notExists } from "drizzle-orm";
import type { Store, Tx } from "#server/store/store.ts";

/** So many ids go into one statement. */
const IDS_AT_ONCE = 500;

/**
 * Removes, in the caller's transaction, what was written to one person alone, and what is known of
 * which global ones they have read.
 */
export const forgetNotifications = async (store: Store, tx: Tx, userId: string): Promise<void> => {
  const { notifications, notificationReads } = store.tables;
  const theirs = await tx
    .delete(notificationReads)
    .where(eq(notificationReads.userId, userId))
    .returning({ id: notificationReads.notificationId });
  const otherTargets = tx
    .select({ userId: notificationReads.userId })
    .from(notificationReads)
    .where(eq(notificationReads.notificationId, notifications.id));
  for (let start = 0; start < theirs.length; start += IDS_AT_ONCE) {
    const ids = theirs.slice(start, start + IDS_AT_ONCE).map(({ id }) => id);
    const isTheirs = and(inArray(notifications.id, ids), eq(notifications.isGlobal, false));
    await tx.delete(notifications).where(and(isTheirs, notExists(otherTargets)));
  }
};
