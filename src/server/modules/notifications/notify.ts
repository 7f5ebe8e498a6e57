import { and, eq, inArray, isNull, notExists } from "drizzle-orm";
import type { Config } from "#server/config/config.ts";
import type { NotificationContent, Tx } from "#server/context/context.ts";
import { one } from "#server/store/one.ts";
import { NOTIFICATION_KIND_SPECS } from "#shared/constants/notifications.ts";
import { linkTarget } from "#shared/rules/safe-path.ts";
import { filledIn } from "#shared/rules/text.ts";

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
  const { kind, subject, message, ticketId = null, link = null, createdBy = null } = content;
  const readers = await readersOf(tx, content);
  if (readers.length === 0) return null;
  const written = one(
    await tx
      .insert(notifications)
      .values({
        subject,
        message,
        kind,
        link,
        createdAt: tx.clock.now(),
        createdBy,
        isGlobal: false,
      })
      .returning({ id: notifications.id }),
  );
  const notificationId = written.id;
  await tx
    .insert(notificationReads)
    .values(readers.map((userId) => ({ notificationId, userId, ticketId })));
  publishChanged(tx, readers);
  return notificationId;
};

/**
 * Tells every active Admin something that the site has found out by itself, in the caller's
 * transaction.
 * @param content subject at most 100 characters, message at most 2,000.
 */
export const notifyAdmins = async (
  tx: Tx,
  content: Pick<NotificationContent, "subject" | "message" | "link">,
): Promise<void> => {
  const { users } = tx.tables;
  const admins = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, "Admin"), isNull(users.deactivatedAt)));
  const userIds = admins.map(({ id }) => id);
  await tx.notify({ userIds, kind: "news", ...content });
};

/** So many ids fit into one event, however long they are (see `busEvent`). */
const IDS_PER_EVENT = 100;

/** Tells these people's feeds that their notifications are not what they were; null: everyone's. */
export const publishChanged = (tx: Tx, userIds: readonly string[] | null): void => {
  if (userIds === null) {
    tx.publish({ type: "notifications.changed", userIds: null });
    return;
  }
  for (let start = 0; start < userIds.length; start += IDS_PER_EVENT) {
    const some = userIds.slice(start, start + IDS_PER_EVENT);
    tx.publish({ type: "notifications.changed", userIds: some });
  }
};

/**
 * Writes the notifications that greet a new member, in the transaction that makes them one. The
 * first of the community's file is written last, and so is on top.
 */
export const welcome = async (
  tx: Tx,
  { userId, config }: { userId: string; config: Pick<Config, "community" | "publicUrl"> },
): Promise<void> => {
  const { brand, welcome: contents } = config.community;
  const words = { name: brand.name, currency: brand.currency };
  for (const { title, text, link } of contents.toReversed())
    await tx.notify({
      userIds: [userId],
      kind: "news",
      subject: filledIn(title, words),
      message: filledIn(text, words),
      link: link === undefined ? null : linkTarget(link, config.publicUrl),
    });
};
