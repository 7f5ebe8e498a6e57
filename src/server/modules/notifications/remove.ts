import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { and, eq, inArray, notExists } from "drizzle-orm";
import { assertStillAdmin } from "#server/access/still-admin.ts";
import type { MemberCtx, MemberTx, Tx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { NOTIFICATIONS } from "#shared/notification-messages.ts";
import { publishChanged } from "./notify.ts";

/** So many readers are forgotten at once: others get their turn in between. */
const SLICE = 200;

/**
 * Nobody has it from here on but those of whom there is a row.
 * @returns whether it was for everyone.
 */
const withdraw = async (tx: MemberTx, id: number): Promise<boolean> => {
  const { notifications, notificationReads: reads } = tx.tables;
  const isIt = eq(notifications.id, id);
  const [found] = await tx
    .select({ isGlobal: notifications.isGlobal })
    .from(notifications)
    .where(isIt);
  if (found === undefined) throw new AppError("not_found", NOTIFICATIONS.unknown);
  await assertStillAdmin(tx);
  const { isGlobal } = found;
  const targets = isGlobal
    ? []
    : await tx.select({ id: reads.userId }).from(reads).where(eq(reads.notificationId, id));
  if (isGlobal) await tx.update(notifications).set({ isGlobal: false }).where(isIt);
  await tx.audit({
    action: "notification.removed",
    subject: String(id),
    before: { isGlobal, targets: targets.length },
  });
  return isGlobal;
};

/** Forgets a slice of its readers, and after the last of them the notification. @returns their ids. */
const forgetReaders = async (tx: MemberTx, id: number): Promise<string[]> => {
  const { notifications, notificationReads: reads } = tx.tables;
  const isOfIt = eq(reads.notificationId, id);
  const some = tx.select({ userId: reads.userId }).from(reads).where(isOfIt).limit(SLICE);
  const gone = await tx
    .delete(reads)
    .where(and(isOfIt, inArray(reads.userId, some)))
    .returning({ userId: reads.userId });
  if (gone.length < SLICE) await tx.delete(notifications).where(eq(notifications.id, id));
  return gone.map(({ userId }) => userId);
};

/**
 * Takes a notification back from everyone who got it, read or not.
 * @throws {AppError} `not_found`.
 */
export const removeNotification = async (ctx: MemberCtx, { id }: { id: number }): Promise<void> => {
  let readers = await ctx.write(async (tx) => {
    const isGlobal = await withdraw(tx, id);
    const first = await forgetReaders(tx, id);
    publishChanged(tx, isGlobal ? null : first);
    return first;
  });
  while (readers.length === SLICE) {
    await yieldToEventLoop();
    readers = await ctx.write(async (tx) => {
      const next = await forgetReaders(tx, id);
      publishChanged(tx, next);
      return next;
    });
  }
};

/** So many go at once, in some milliseconds. */
const FORGOTTEN_AT_ONCE = 250;

/**
 * Removes, in the caller's transaction, a slice of what was written to one person alone, and of what
 * is known of which global ones they have read.
 * @returns whether nothing is left.
 */
export const forgetNotifications = async (tx: Tx, userId: string): Promise<boolean> => {
  const { notifications, notificationReads: reads } = tx.tables;
  const isTheirs = eq(reads.userId, userId);
  const some = tx
    .select({ id: reads.notificationId })
    .from(reads)
    .where(isTheirs)
    .limit(FORGOTTEN_AT_ONCE);
  const gone = await tx
    .delete(reads)
    .where(and(isTheirs, inArray(reads.notificationId, some)))
    .returning({ id: reads.notificationId });
  const otherTargets = tx
    .select({ userId: reads.userId })
    .from(reads)
    .where(eq(reads.notificationId, notifications.id));
  const ids = gone.map(({ id }) => id);
  const isAlone = and(eq(notifications.isGlobal, false), notExists(otherTargets));
  if (ids.length > 0)
    await tx.delete(notifications).where(and(inArray(notifications.id, ids), isAlone));
  return gone.length < FORGOTTEN_AT_ONCE;
};
