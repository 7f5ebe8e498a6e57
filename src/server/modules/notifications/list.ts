import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { and, count, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { noteRead } from "#server/access/audit-notes.ts";
import { may } from "#server/access/rights.ts";
import type { MemberCtx, MemberTx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { isFoundBy } from "#server/modules/members/index.ts";
import { dropReadNotices } from "#server/modules/notices/index.ts";
import { keyset, NO_SUCH_PAGE } from "#server/store/cursor.ts";
import type { Reader } from "#server/store/store.ts";
import type { NotificationFilter } from "#shared/constants/addresses.ts";
import { COUNT_MAX, PAGE_SIZE } from "#shared/constants/lists.ts";
import { SENT_PAGE_SIZE } from "#shared/constants/notifications.ts";
import { NOTIFICATIONS } from "#shared/notification-messages.ts";
import type { Page, PageInput, SearchInput } from "#shared/schemas/lists.ts";
import type {
  Notification,
  NotificationListInput,
  NotificationTarget,
  SentNotification,
  UnreadCount,
} from "#shared/schemas/notifications.ts";
import { toWire } from "./index.ts";
import { publishChanged } from "./notify.ts";
import {
  NO_ID,
  notificationReadsOf,
  type Topic,
  unreadGlobalIdsOf,
  unreadOwnIdsOf,
  type UnreadReads,
  unreadReadsOf,
} from "./reads.ts";

/**
 * Whom somebody of the team can write to: everyone with an account that is not closed, the newest first,
 * found by the beginnings of words of their names, and of their address by who may see it [NOTE-05].
 */
export const listTargets = async (
  ctx: MemberCtx,
  input: SearchInput,
): Promise<Page<NotificationTarget>> => {
  const { search, cursor, limit = PAGE_SIZE } = input;
  await noteRead(ctx, {
    action: "members.listed",
    subject: null,
    after: { filters: "recipients" },
  });
  const seesAddresses = may(ctx.actor, "addresses");
  const { users } = ctx.tables;
  const { id, firstName, lastName, email, createdAt } = users;
  const list = keyset({ createdAt, id });
  const rows = await ctx.read
    .select({ id, firstName, lastName, email, createdAt })
    .from(users)
    .where(
      and(
        isNull(users.deactivatedAt),
        isNull(users.erasedAt),
        await isFoundBy(ctx.read, search, seesAddresses ? "names and address" : "names"),
        list.before(cursor),
      ),
    )
    .orderBy(...list.order)
    .limit(limit + 1);
  const { shown, nextCursor } = list.page(rows, limit);
  return {
    items: shown.map((row) => ({
      profileId: row.id,
      firstName: row.firstName,
      lastName: row.lastName,
      email: seesAddresses ? (row.email ?? "") : "",
    })),
    nextCursor,
  };
};

type Half = "unread" | "read";
/** Where a page begins: below an id, in one half of the list. */
type Place = { half: Half; before: number };

const CURSOR = /^(unread|read)-(\d{1,15})$/;
const START: Place = { half: "unread", before: NO_ID };

const placeOf = (cursor: string | null | undefined): Place => {
  if (cursor === null || cursor === undefined) return START;
  const [, half, before] = CURSOR.exec(cursor) ?? [];
  if (half !== "unread" && half !== "read") throw new AppError("bad_request", NO_SUCH_PAGE);
  return { half, before: Number(before) };
};

const cursorOf = ({ isRead, id }: Notification) => `${isRead ? "read" : "unread"}-${id}`;

/** What of the list a filter leaves: everything without one. */
type Part = { topic: Topic; hasGlobals: boolean; hasRead: boolean };
const PARTS: Readonly<Record<NotificationFilter | "none", Part>> = {
  none: { topic: "all", hasGlobals: true, hasRead: true },
  unread: { topic: "all", hasGlobals: true, hasRead: false },
  tickets: { topic: "tickets", hasGlobals: false, hasRead: true },
  news: { topic: "news", hasGlobals: true, hasRead: true },
};

type Wanted = { userId: string; before: number; limit: number };

/** Up to `limit` of one half, the newest first: one's own and those for everyone, in one list. */
const findHalf = async (
  reader: Reader,
  { topic, hasGlobals }: Part,
  half: Half,
  wanted: Wanted,
): Promise<Notification[]> => {
  const { own, global } = notificationReadsOf(reader);
  const [mine, everyones] = await Promise.all([
    own[topic][half].execute(wanted),
    hasGlobals ? global[half].execute(wanted) : [],
  ]);
  return [...mine, ...everyones]
    .toSorted((a, b) => b.id - a.id)
    .slice(0, wanted.limit)
    .map((row) => toWire(row, half === "read"));
};

/**
 * What a member was told: unread first, then newest first [NOTE-01], narrowed by a filter [NOTE-08].
 * Global ones that are older than the account are among the read.
 * @throws {AppError} `bad_request` for a cursor that is none of this list.
 */
export const listNotifications = async (
  { read, actor: { userId } }: MemberCtx,
  input: NotificationListInput,
): Promise<Page<Notification>> => {
  const { cursor, limit = PAGE_SIZE, filter = "none" } = input;
  const part = PARTS[filter];
  const { half, before } = placeOf(cursor);
  if (half === "read" && !part.hasRead) throw new AppError("bad_request", NO_SUCH_PAGE);
  const wanted = { userId, before, limit: limit + 1 };
  const first = await findHalf(read, part, half, wanted);
  const rest =
    half === "unread" && part.hasRead && first.length <= limit
      ? await findHalf(read, part, "read", {
          userId,
          before: NO_ID,
          limit: wanted.limit - first.length,
        })
      : [];
  // Read between the two questions: it would be there twice.
  const seen = new Set(first.map(({ id }) => id));
  const items = [...first, ...rest.filter(({ id }) => !seen.has(id))].slice(0, limit);
  const last = items.at(-1);
  const hasMore = first.length + rest.length > limit;
  return { items, nextCursor: hasMore && last !== undefined ? cursorOf(last) : null };
};

/** How many are unread, each counted up to `COUNT_MAX`, by reads that are prepared or of a transaction. */
const countBy = async (
  { unreadTicketIds, unreadNewsIds, unreadGlobalIds }: UnreadReads,
  userId: string,
): Promise<UnreadCount> => {
  const asked = { userId, before: NO_ID, limit: COUNT_MAX };
  const [tickets, own, globals] = await Promise.all([
    unreadTicketIds.execute(asked),
    unreadNewsIds.execute(asked),
    unreadGlobalIds.execute(asked),
  ]);
  const news = Math.min(own.length + globals.length, COUNT_MAX);
  return { count: Math.min(tickets.length + news, COUNT_MAX), tickets: tickets.length, news };
};

/** How many notifications a member has not read. */
export const countUnread = ({ read, actor: { userId } }: MemberCtx): Promise<UnreadCount> =>
  countBy(notificationReadsOf(read), userId);

/** How many people have each of these now, and how many of them have read it. */
const readersOf = async ({ read, tables }: MemberCtx, ids: readonly number[]) => {
  const { notificationReads: reads } = tables;
  const rows = await read
    .select({
      id: reads.notificationId,
      people: count(),
      readBy: sql`count(case when ${reads.isRead} then 1 end)`.mapWith(Number),
    })
    .from(reads)
    .where(inArray(reads.notificationId, [...ids]))
    .groupBy(reads.notificationId);
  return new Map(rows.map(({ id, ...found }) => [id, found]));
};

/** How many members there are, to whom a notification for everyone goes. */
const countMembers = async ({ read, tables: { users } }: MemberCtx): Promise<number> => {
  const isThere = and(isNull(users.deactivatedAt), isNotNull(users.verifiedAt));
  const [found] = await read.select({ people: count() }).from(users).where(isThere);
  return found?.people ?? 0;
};

/** What an Admin has written to others, the newest first, and how many have read it [NOTE-10]. */
export const listSent = async (
  ctx: MemberCtx,
  { cursor, limit = SENT_PAGE_SIZE }: PageInput,
): Promise<Page<SentNotification>> => {
  const { notifications } = ctx.tables;
  const { id, subject, createdAt, isGlobal, withdrawnAt, createdBy, kind } = notifications;
  const list = keyset({ id });
  const rows = await ctx.read
    .select({ id, subject, createdAt, isGlobal, withdrawnAt })
    .from(notifications)
    .where(and(eq(createdBy, ctx.actor.userId), eq(kind, "news"), list.before(cursor)))
    .orderBy(...list.order)
    .limit(limit + 1);
  const { shown, nextCursor } = list.page(rows, limit);
  const [readers, members] = await Promise.all([
    readersOf(
      ctx,
      shown.map((row) => row.id),
    ),
    shown.some((row) => row.isGlobal) ? countMembers(ctx) : 0,
  ]);
  const items = shown.map((row) => ({
    id: row.id,
    subject: row.subject,
    isGlobal: row.isGlobal,
    createdAt: row.createdAt.toISOString(),
    withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
    people: row.isGlobal ? members : (readers.get(row.id)?.people ?? 0),
    readBy: readers.get(row.id)?.readBy ?? 0,
  }));
  return { items, nextCursor };
};

/**
 * Whether one for everyone is older than the account of whoever asks, and so read without a row.
 * @throws {AppError} `not_found` where there is none, or it is somebody else's.
 */
const isOlder = async (tx: MemberTx, id: number): Promise<boolean> => {
  const { notifications, users } = tx.tables;
  const [found] = await tx
    .select({ writtenAt: notifications.createdAt, madeAt: users.createdAt })
    .from(notifications)
    .innerJoin(users, eq(users.id, tx.actor.userId))
    .where(and(eq(notifications.id, id), eq(notifications.isGlobal, true)));
  if (found === undefined) throw new AppError("not_found", NOTIFICATIONS.unknown);
  return found.writtenAt < found.madeAt;
};

/** @returns whether it was unread. */
const markRow = async (tx: MemberTx, notificationId: number): Promise<boolean> => {
  const { clock, actor } = tx;
  const { userId } = actor;
  const { notificationReads: reads } = tx.tables;
  const isIt = and(eq(reads.notificationId, notificationId), eq(reads.userId, userId));
  const [row] = await tx.select({ isRead: reads.isRead }).from(reads).where(isIt);
  if (row?.isRead === true) return false;
  const read = { isRead: true, readAt: clock.now() };
  if (row !== undefined) {
    await tx.update(reads).set(read).where(isIt);
    return true;
  }
  if (await isOlder(tx, notificationId)) return false;
  await tx.insert(reads).values({ notificationId, userId, ...read });
  return true;
};

/**
 * Marks a notification as read by whoever asks; one that is read already stays so.
 * @throws {AppError} `not_found`.
 */
export const markRead = async (
  ctx: MemberCtx,
  { notificationId }: { notificationId: number },
): Promise<void> => {
  const { actor } = ctx;
  await ctx.write(async (tx) => {
    await dropReadNotices(tx, actor.userId, { notificationId });
    if (await markRow(tx, notificationId)) publishChanged(tx, [actor.userId]);
  });
};

/**
 * Marks as read what a member was told about a ticket, since they are looking at it.
 * @returns how many others are unread, of the same moment: what comes in about this ticket is never
 *   among them.
 */
export const markTicketRead = async (
  { tables, write, clock, actor: { userId } }: MemberCtx,
  { ticketId }: { ticketId: number },
): Promise<UnreadCount> => {
  const { notificationReads: reads } = tables;
  return write(async (tx) => {
    await dropReadNotices(tx, userId, { ticketId });
    const marked = await tx
      .update(reads)
      .set({ isRead: true, readAt: clock.now() })
      .where(and(eq(reads.ticketId, ticketId), eq(reads.isRead, false), eq(reads.userId, userId)))
      .returning({ id: reads.notificationId });
    if (marked.length > 0) publishChanged(tx, [userId]);
    return countBy(unreadReadsOf(tx), userId);
  });
};

/** So many of either kind are marked at once: others get their turn in between. */
const SLICE = 50;

/**
 * Marks the newest ones, and for everyone below an id.
 * @returns below which id there may be more for everyone; null where nothing is left of either kind.
 */
const markSlice = async (tx: MemberTx, before: number): Promise<number | null> => {
  const { userId } = tx.actor;
  const { notificationReads: reads } = tx.tables;
  const readAt = tx.clock.now();
  const asked = { userId, before, limit: SLICE };
  const own = (await unreadOwnIdsOf(tx).execute(asked)).map(({ id }) => id);
  const globals = (await unreadGlobalIdsOf(tx).execute(asked)).map(({ id }) => id);
  if (own.length > 0)
    await tx
      .update(reads)
      .set({ isRead: true, readAt })
      .where(and(eq(reads.userId, userId), inArray(reads.notificationId, own)));
  if (globals.length > 0)
    await tx
      .insert(reads)
      .values(globals.map((id) => ({ notificationId: id, userId, isRead: true, readAt })));
  if (own.length + globals.length > 0) publishChanged(tx, [userId]);
  return own.length < SLICE && globals.length < SLICE ? null : (globals.at(-1) ?? 0);
};

/** Marks everything as read that the member has not read yet. */
export const markAllRead = async (ctx: MemberCtx): Promise<void> => {
  const markNext = (before: number) => ctx.write((tx) => markSlice(tx, before));
  await ctx.write((tx) => dropReadNotices(tx, ctx.actor.userId, "all"));
  let before = await markNext(NO_ID);
  while (before !== null) {
    await yieldToEventLoop();
    before = await markNext(before);
  }
};
