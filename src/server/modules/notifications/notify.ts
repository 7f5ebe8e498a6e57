import type { Clock } from "#server/clock.ts";
import type { Store, Tx } from "#server/store/store.ts";

/**
 * Writes a notification of the site to one member, in the caller's transaction.
 * @param given.subject at most 100 characters.
 * @param given.message at most 2,000 characters.
 */
export const notify = async (
  store: Store,
  tx: Tx,
  clock: Clock,
  { userId, subject, message }: { userId: string; subject: string; message: string },
): Promise<void> => {
  const { notifications, notificationReads } = store.tables;
  const [written] = await tx
    .insert(notifications)
    .values({ subject, message, createdAt: clock.now(), createdBy: null, isGlobal: false })
    .returning({ id: notifications.id });
  if (written === undefined) throw new Error("The notification was not written.");
  await tx.insert(notificationReads).values({ notificationId: written.id, userId });
};
