import { and, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import { oncePerStore } from "#server/store/prepared.ts";
import type { Reader, Store } from "#server/store/store.ts";

/** Greater than every id: for the first page of a list. */
export const NO_ID = Number.MAX_SAFE_INTEGER;

// What the prepared reads below are given when they are asked.
const userId = sql.placeholder("userId");
const after = sql.placeholder("after");
const before = sql.placeholder("before");
const limit = sql.placeholder("limit");

/**
 * Those for everyone, newest first, as a range of their index: whatever PostgreSQL believes about the
 * rest, it does not go through all the others for them.
 */
const globalsOf = ({ tables: { notifications } }: Store) => {
  const { isGlobal, id } = notifications;
  const key = sql`(${isGlobal}, ${id})`;
  const placeOf = (globalId: SQL) => sql`(${sql.param(true, isGlobal)}, ${globalId})`;
  return {
    isAfter: (globalId: SQL): SQL => sql`${key} > ${placeOf(globalId)}`,
    isBefore: (globalId: SQL): SQL => sql`${key} < ${placeOf(globalId)}`,
    order: [desc(isGlobal), desc(id)],
  };
};

/**
 * The newest global one that was written before the account was made: up to its id they count as read
 * (facts §4a). Ids grow with time.
 */
const boundaryOf = (store: Store) => {
  const { notifications, users } = store.tables;
  const { isAfter, order } = globalsOf(store);
  const madeAt = store.read.select({ at: users.createdAt }).from(users).where(eq(users.id, userId));
  return store.read
    .select({ id: notifications.id })
    .from(notifications)
    .where(and(isAfter(sql`0`), sql`${notifications.createdAt} < ${madeAt}`))
    .orderBy(...order)
    .limit(1)
    .prepare("notification_boundary");
};

/**
 * Global ones of which the member has no row. Asked as a value, row by row: as a join, PostgreSQL
 * takes all that the member has ever read for each of them.
 */
const isUntouched = (store: Store, reader: Reader): SQL => {
  const { notifications, notificationReads: reads } = store.tables;
  const row = reader
    .select({ id: reads.notificationId })
    .from(reads)
    .where(and(eq(reads.notificationId, notifications.id), eq(reads.userId, userId)));
  return sql`${row} is null`;
};

const columnsOf = ({ tables: { notifications } }: Store) => ({
  id: notifications.id,
  subject: notifications.subject,
  message: notifications.message,
  createdAt: notifications.createdAt,
  isGlobal: notifications.isGlobal,
  kind: notifications.kind,
});

/** Those of which there is a row for the member: what was written to them, and global ones read. */
const ownOf = (store: Store, isRead: boolean) => {
  const { notifications, notificationReads: reads } = store.tables;
  const isTheirs = and(eq(reads.userId, userId), eq(reads.isRead, isRead));
  return store.read
    .select({ ...columnsOf(store), ticketId: reads.ticketId })
    .from(reads)
    .innerJoin(notifications, eq(notifications.id, reads.notificationId))
    .where(and(isTheirs, lt(reads.notificationId, before)))
    .orderBy(desc(reads.notificationId))
    .limit(limit)
    .prepare(isRead ? "notifications_read" : "notifications_unread");
};

/** The ids of global ones after an id of which the member has no row, newest first. */
export const globalIdsOf = (store: Store, reader: Reader) => {
  const { notifications } = store.tables;
  const { isAfter, order } = globalsOf(store);
  return reader
    .select({ id: notifications.id })
    .from(notifications)
    .where(and(isAfter(sql`${after}`), isUntouched(store, reader)))
    .orderBy(...order)
    .limit(limit)
    .prepare("notification_global_ids");
};

/** The same with all that is shown of them, below another id. */
const globalOf = (store: Store) => {
  const { isAfter, isBefore, order } = globalsOf(store);
  return store.read
    .select(columnsOf(store))
    .from(store.tables.notifications)
    .where(and(isAfter(sql`${after}`), isBefore(sql`${before}`), isUntouched(store, store.read)))
    .orderBy(...order)
    .limit(limit)
    .prepare("notifications_global");
};

const ownIdsOf = ({ tables: { notificationReads: reads }, read }: Store) =>
  read
    .select({ id: reads.notificationId })
    .from(reads)
    .where(and(eq(reads.userId, userId), eq(reads.isRead, false)))
    .limit(limit)
    .prepare("notification_unread_ids");

/** The newest global ones, and when they were written. */
const newestOf = (store: Store) => {
  const { notifications } = store.tables;
  const { isAfter, order } = globalsOf(store);
  return store.read
    .select({ id: notifications.id, createdAt: notifications.createdAt })
    .from(notifications)
    .where(isAfter(sql`${after}`))
    .orderBy(...order)
    .limit(limit)
    .prepare("notification_newest");
};

/** The reads behind the list and the bell. */
export const notificationReadsOf = oncePerStore((store) => ({
  boundary: boundaryOf(store),
  own: { unread: ownOf(store, false), read: ownOf(store, true) },
  global: globalOf(store),
  newest: newestOf(store),
  unreadOwnIds: ownIdsOf(store),
  unreadGlobalIds: globalIdsOf(store, store.read),
}));
