import { and, eq, inArray, isNull, notExists } from "drizzle-orm";
import type { NotificationContent, Tx } from "#server/context/context.ts";
import { one } from "#server/store/one.ts";
import { NOTIFICATION_KIND_SPECS } from "#shared/constants/notifications.ts";
import { publishChanged } from "./publish-changed.ts";

/** Of a reply, those who have an unread one of that ticket are left out [MSG-03]. */
const readersOf = async (
  tx: Tx,
  { userIds, kind, ticketId = null }: NotificationContent,
): Promise<string[]> => {
  if (userIds.length === 0) return [];
  const { users, notifications, notificationReads: reads } = tx.tables;
  const waiting =
    NOTIFICATION_KIND_SPECS[kind].isOnceUntilRead && ticketId !== null
      ? tx
          .select({ id: reads.notificationId })
          .from(reads)
          .innerJoin(notifications, eq(notifications.id, reads.notificationId))
          .where(
            and(
              eq(reads.ticketId, ticketId),
              eq(reads.isRead, false),
              eq(reads.userId, users.id),
              eq(notifications.kind, kind),
            ),
          )
      : undefined;
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        inArray(users.id, [...userIds]),
        isNull(users.erasedAt),
        waiting === undefined ? undefined : notExists(waiting),
      ),
    );
  return found.map(({ id }) => id);
};

/**
 * Writes a notification to some people, in the caller's transaction, and tells their feeds.
 * @returns its id, or null where nobody is left to read it and nothing was written.
 */
export const notify = async (tx: Tx, content: NotificationContent): Promise<number | null> => {
  const { notifications, notificationReads } = tx.tables;
  const { kind, subject, message, ticketId = null, createdBy = null } = content;
  const readers = await readersOf(tx, content);
  if (readers.length === 0) return null;
  const written = one(
    await tx
      .insert(notifications)
      .values({ subject, message, kind, createdAt: tx.clock.now(), createdBy, isGlobal: false })
      .returning({ id: notifications.id }),
  );
  const notificationId = written.id;
  await tx
    .insert(notificationReads)
    .values(readers.map((userId) => ({ notificationId, userId, ticketId })));
  publishChanged(tx, readers);
  return notificationId;
};
