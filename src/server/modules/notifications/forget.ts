import { and, eq, inArray, notExists } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";

/** So many go at once, in some milliseconds. */
const SLICE = 250;

/**
 * Removes, in the caller's transaction, a slice of what was written to one person alone, and of what
 * is known of which global ones they have read.
 * @returns whether nothing is left.
 */
export const forgetNotifications = async (tx: Tx, userId: string): Promise<boolean> => {
  const { notifications, notificationReads: reads } = tx.tables;
  const isTheirs = eq(reads.userId, userId);
  const some = tx.select({ id: reads.notificationId }).from(reads).where(isTheirs).limit(SLICE);
  const gone = await tx
    .delete(reads)
    .where(and(isTheirs, inArray(reads.notificationId, some)))
    .returning({ id: reads.notificationId });
  const otherTargets = tx
    .select({ userId: reads.userId })
    .from(reads)
    .where(eq(reads.notificationId, notifications.id));
  const ids = gone.map(({ id }) => id);
  const isAlone = and(eq(notifications.isGlobal, false), notExists(otherTargets));
  if (ids.length > 0)
    await tx.delete(notifications).where(and(inArray(notifications.id, ids), isAlone));
  return gone.length < SLICE;
};
