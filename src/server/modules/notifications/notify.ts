import { and, eq, inArray, isNull, notExists } from "drizzle-orm";
import type { Clock } from "#server/clock.ts";
import type { Store, Tx } from "#server/store/store.ts";
import type { NotificationKind } from "#shared/constants/notifications.ts";
import { publishChanged } from "./publish-changed.ts";

type Letter = {
  /** To whom; each gets it once, and those whose personal data is erased do not. */
  userIds: readonly string[];
  kind: NotificationKind;
  /** At most 100 characters. */
  subject: string;
  /** At most 2,000 characters. */
  message: string;
  /** The ticket that it is about. */
  ticketId?: number | null;
  /** A user's id; null where the site itself writes. */
  createdBy?: string | null;
};

/** Of a reply, those who have an unread one of that ticket are left out (facts §4a). */
const readersOf = async (
  store: Store,
  tx: Tx,
  { userIds, kind, ticketId = null }: Letter,
): Promise<string[]> => {
  if (userIds.length === 0) return [];
  const { users, notifications, notificationReads: reads } = store.tables;
  const waiting =
    kind === "reply" && ticketId !== null
      ? tx
          .select({ id: reads.notificationId })
          .from(reads)
          .innerJoin(notifications, eq(notifications.id, reads.notificationId))
          .where(
            and(
              eq(reads.ticketId, ticketId),
              eq(reads.isRead, false),
              eq(reads.userId, users.id),
              eq(notifications.kind, "reply"),
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
export const notify = async (
  store: Store,
  tx: Tx,
  clock: Clock,
  letter: Letter,
): Promise<number | null> => {
  const { notifications, notificationReads } = store.tables;
  const { kind, subject, message, ticketId = null, createdBy = null } = letter;
  const readers = await readersOf(store, tx, letter);
  if (readers.length === 0) return null;
  const [written] = await tx
    .insert(notifications)
    .values({ subject, message, kind, createdAt: clock.now(), createdBy, isGlobal: false })
    .returning({ id: notifications.id });
  if (written === undefined) throw new Error("The notification was not written.");
  const notificationId = written.id;
  await tx
    .insert(notificationReads)
    .values(readers.map((userId) => ({ notificationId, userId, ticketId })));
  publishChanged(tx, readers);
  return notificationId;
};
