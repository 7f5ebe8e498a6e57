import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { and, eq, inArray } from "drizzle-orm";
import type { MemberCtx, MemberTx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { dropReadNotices } from "#server/modules/notices/index.ts";
import { NOTIFICATIONS } from "#shared/notification-messages.ts";
import type { UnreadCount } from "#shared/schemas/notifications.ts";
import { countBy } from "./list.ts";
import { publishChanged } from "./notify.ts";
import { unreadReadsOf, NO_ID, unreadGlobalIdsOf, unreadOwnIdsOf } from "./reads.ts";

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
