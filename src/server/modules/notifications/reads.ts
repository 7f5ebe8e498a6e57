import { and, desc, eq, isNotNull, isNull, lt, not, type SQL, sql } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";
import { oncePerStore, type Reader } from "#server/store/store.ts";
import { publishChanged } from "./notify.ts";

/** Moves what one account was told to another, in the caller's transaction; what both were told stays as it is. */
export const moveReads = async (
  tx: Tx,
  { from, to }: { from: string; to: string },
): Promise<void> => {
  const { notificationReads: t } = tx.tables;
  const moved = await tx.delete(t).where(eq(t.userId, from)).returning();
  for (const row of moved)
    await tx
      .insert(t)
      .values({ ...row, userId: to })
      .onConflictDoNothing();
  publishChanged(tx, [to]);
};

/** Greater than every id: for the first page of a list. */
export const NO_ID = Number.MAX_SAFE_INTEGER;

// What the prepared reads below are given when they are asked.
const userId = sql.placeholder("userId");
const before = sql.placeholder("before");
const limit = sql.placeholder("limit");

/**
 * Those for everyone, newest first, as a range of their index: whatever PostgreSQL believes about the
 * rest, it does not go through all the others for them.
 */
const globalsOf = ({ tables: { notifications } }: Reader) => {
  const { isGlobal, id } = notifications;
  const key = sql`(${isGlobal}, ${id})`;
  const placeOf = (globalId: SQL) => sql`(${sql.param(true, isGlobal)}, ${globalId})`;
  return {
    isBefore: sql`${key} > ${placeOf(sql`0`)} and ${key} < ${placeOf(sql`${before}`)}`,
    order: [desc(isGlobal), desc(id)],
  };
};

/**
 * Whether a global one counts as read without a row: it is older than the member's account [NOTE-02], or than their
 * wish to see news on the bell, or they have none [PUSH-02].
 */
const isOlder = (reader: Reader): SQL => {
  const { notifications, users, noticeSettings: t } = reader.tables;
  const madeAt = reader.select({ at: users.createdAt }).from(users).where(eq(users.id, userId));
  const isTheirs = eq(t.userId, userId);
  const isOff = and(isTheirs, eq(t.newsBell, false));
  const off = reader.select({ userId: t.userId }).from(t).where(isOff);
  const since = reader.select({ at: t.newsBellSince }).from(t).where(isTheirs);
  return sql`(${notifications.createdAt} < coalesce(${since}, ${madeAt}) or exists ${off})`;
};

/**
 * Global ones of which the member has no row. Asked as a value, row by row: as a join, PostgreSQL
 * takes all that the member has ever read for each of them.
 */
const isUntouched = (reader: Reader): SQL => {
  const { notifications, notificationReads: reads } = reader.tables;
  const row = reader
    .select({ id: reads.notificationId })
    .from(reads)
    .where(and(eq(reads.notificationId, notifications.id), eq(reads.userId, userId)));
  return sql`${row} is null`;
};

const columnsOf = ({ tables: { notifications } }: Reader) => ({
  id: notifications.id,
  subject: notifications.subject,
  message: notifications.message,
  createdAt: notifications.createdAt,
  isGlobal: notifications.isGlobal,
  kind: notifications.kind,
  link: notifications.link,
});

/** What notifications are about: a ticket, or anything else. Those for everyone are news. */
export type Topic = "all" | "tickets" | "news";

/** Each topic of a member's rows has its own index. */
const isAbout = ({ tables: { notificationReads: reads } }: Reader, topic: Topic) =>
  ({
    all: undefined,
    tickets: isNotNull(reads.ticketId),
    news: isNull(reads.ticketId),
  })[topic];

/** Those of which there is a row for the member: what was written to them, and global ones read. */
const ownOf = (reader: Reader, isRead: boolean, topic: Topic) => {
  const { notifications, notificationReads: reads } = reader.tables;
  const isTheirs = and(eq(reads.userId, userId), eq(reads.isRead, isRead), isAbout(reader, topic));
  return reader
    .select({ ...columnsOf(reader), ticketId: reads.ticketId })
    .from(reads)
    .innerJoin(notifications, eq(notifications.id, reads.notificationId))
    .where(and(isTheirs, lt(reads.notificationId, before), isNull(notifications.withdrawnAt)))
    .orderBy(desc(reads.notificationId))
    .limit(limit)
    .prepare(`notifications_${isRead ? "read" : "unread"}_${topic}`);
};

/** The ids of global ones that are unread, the newest first, below an id. */
export const unreadGlobalIdsOf = (reader: Reader) => {
  const { notifications } = reader.tables;
  const { isBefore, order } = globalsOf(reader);
  return reader
    .select({ id: notifications.id })
    .from(notifications)
    .where(and(isBefore, not(isOlder(reader)), isUntouched(reader)))
    .orderBy(...order)
    .limit(limit)
    .prepare("notification_unread_global_ids");
};

/** Those of one half with all that is shown of them; of the read ones those without a row. */
const globalOf = (reader: Reader, isRead: boolean) => {
  const { isBefore, order } = globalsOf(reader);
  const older = isOlder(reader);
  return reader
    .select(columnsOf(reader))
    .from(reader.tables.notifications)
    .where(and(isBefore, isRead ? older : not(older), isUntouched(reader)))
    .orderBy(...order)
    .limit(limit)
    .prepare(isRead ? "notifications_global_read" : "notifications_global_unread");
};

/** The ids of those that were written to the member and are unread, in no order. */
export const unreadOwnIdsOf = (reader: Reader, topic: Topic = "all") => {
  const { notificationReads: reads } = reader.tables;
  return reader
    .select({ id: reads.notificationId })
    .from(reads)
    .where(and(eq(reads.userId, userId), eq(reads.isRead, false), isAbout(reader, topic)))
    .limit(limit)
    .prepare(`notification_unread_ids_${topic}`);
};

/** Both halves of what a member has rows of, on one topic. */
const halvesOf = (reader: Reader, topic: Topic) => ({
  unread: ownOf(reader, false, topic),
  read: ownOf(reader, true, topic),
});

/** The reads behind the number on the bell. */
export const unreadReadsOf = (reader: Reader) => ({
  unreadTicketIds: unreadOwnIdsOf(reader, "tickets"),
  unreadNewsIds: unreadOwnIdsOf(reader, "news"),
  unreadGlobalIds: unreadGlobalIdsOf(reader),
});
export type UnreadReads = ReturnType<typeof unreadReadsOf>;

/** The reads behind the list and the bell. */
export const notificationReadsOf = oncePerStore((read) => ({
  own: {
    all: halvesOf(read, "all"),
    tickets: halvesOf(read, "tickets"),
    news: halvesOf(read, "news"),
  },
  global: { unread: globalOf(read, false), read: globalOf(read, true) },
  ...unreadReadsOf(read),
}));
