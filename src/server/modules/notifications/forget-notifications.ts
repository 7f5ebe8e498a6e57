import { and, eq, inArray, notExists } from "drizzle-orm";
import type { Store, Tx } from "#server/store/store.ts";

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
  if (theirs.length === 0) return;
  const ids = theirs.map(({ id }) => id);
  const otherTargets = tx
    .select({ userId: notificationReads.userId })
    .from(notificationReads)
    .where(eq(notificationReads.notificationId, notifications.id));
  await tx
    .delete(notifications)
    .where(
      and(
        inArray(notifications.id, ids),
        eq(notifications.isGlobal, false),
        notExists(otherTargets),
      ),
    );
};
