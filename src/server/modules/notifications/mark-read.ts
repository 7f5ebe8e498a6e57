import { and, eq } from "drizzle-orm";
import type { MemberContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { Tx } from "#server/store/store.ts";
import { NOTIFICATIONS } from "#shared/messages.ts";
import { publishChanged } from "./publish-changed.ts";
import { marksOf } from "./marks.ts";

/** @throws {AppError} `not_found` where there is none, or it is somebody else's. */
const assertGlobal = async ({ store }: MemberContext, tx: Tx, id: number): Promise<void> => {
  const { notifications } = store.tables;
  const [found] = await tx
    .select({ isGlobal: notifications.isGlobal })
    .from(notifications)
    .where(eq(notifications.id, id));
  if (found?.isGlobal !== true) throw new AppError("not_found", NOTIFICATIONS.unknown);
};

/** @returns whether it was unread. */
const markRow = async (
  ctx: MemberContext,
  tx: Tx,
  { notificationId, boundary }: { notificationId: number; boundary: number },
): Promise<boolean> => {
  const { store, clock, actor } = ctx;
  const { userId } = actor;
  const { notificationReads: reads } = store.tables;
  const isIt = and(eq(reads.notificationId, notificationId), eq(reads.userId, userId));
  const [row] = await tx.select({ isRead: reads.isRead }).from(reads).where(isIt);
  if (row?.isRead === true) return false;
  const read = { isRead: true, readAt: clock.now() };
  if (row !== undefined) {
    await tx.update(reads).set(read).where(isIt);
    return true;
  }
  await assertGlobal(ctx, tx, notificationId);
  if (notificationId <= boundary) return false;
  await tx.insert(reads).values({ notificationId, userId, ...read });
  return true;
};

/**
 * Marks a notification as read by whoever asks; one that is read already stays so.
 * @throws {AppError} `not_found`.
 */
export const markRead = async (
  ctx: MemberContext,
  { notificationId }: { notificationId: number },
): Promise<void> => {
  const { store, actor } = ctx;
  const { boundary } = await marksOf(store, actor.userId);
  await store.write(async (tx) => {
    if (await markRow(ctx, tx, { notificationId, boundary })) publishChanged(tx, [actor.userId]);
  });
};
