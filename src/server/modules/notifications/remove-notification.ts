import { eq } from "drizzle-orm";
import { writeAudit } from "#server/auth/audit.ts";
import type { MemberContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { NOTIFICATIONS } from "#shared/messages.ts";
import { publishChanged } from "./publish-changed.ts";

/**
 * Takes a notification back from everyone who got it, read or not.
 * @throws {AppError} `not_found`.
 */
export const removeNotification = async (
  { store, clock, actor }: MemberContext,
  { id }: { id: number },
): Promise<void> => {
  const { notifications, notificationReads: reads } = store.tables;
  await store.write(async (tx) => {
    const readers = await tx
      .delete(reads)
      .where(eq(reads.notificationId, id))
      .returning({ userId: reads.userId });
    const [removed] = await tx
      .delete(notifications)
      .where(eq(notifications.id, id))
      .returning({ isGlobal: notifications.isGlobal });
    if (removed === undefined) throw new AppError("not_found", NOTIFICATIONS.unknown);
    const { isGlobal } = removed;
    publishChanged(tx, isGlobal ? null : readers.map(({ userId }) => userId));
    await writeAudit(store, tx, clock, {
      actorId: actor.userId,
      action: "notification.removed",
      subject: String(id),
      before: { isGlobal, targets: isGlobal ? 0 : readers.length },
    });
  });
};
