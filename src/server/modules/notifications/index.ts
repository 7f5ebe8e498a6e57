import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { and, eq, inArray, isNull, notExists } from "drizzle-orm";
import { assertMay } from "#server/access/rights.ts";
import type { MemberCtx, MemberTx, Tx } from "#server/context/context.ts";
import { AppError, wrongInput } from "#server/core/errors.ts";
import { queueBroadcast } from "#server/modules/push/index.ts";
import { once } from "#server/store/idempotency.ts";
import { NOTIFICATIONS } from "#shared/notification-messages.ts";
import { isSeen } from "#shared/rules/lines.ts";
import { linkTarget } from "#shared/rules/safe-path.ts";
import type { NewNotification, Notification } from "#shared/schemas/notifications.ts";
import { publishChanged } from "./notify.ts";

export { notify, notifyAdmins, notifyTeam, notifyTeamOfTicket, welcome } from "./notify.ts";
export { moveReads } from "./reads.ts";

type Row = Omit<Notification, "createdAt" | "isRead" | "ticketId"> & {
  createdAt: Date;
  ticketId?: number | null;
};

/** A notification as one of its readers gets it. */
export const toWire = (row: Row, isRead: boolean): Notification => {
  const { id, subject, message, createdAt, isGlobal, kind, ticketId = null, link } = row;
  return {
    id,
    subject,
    message,
    createdAt: createdAt.toISOString(),
    isGlobal,
    isRead,
    kind,
    ticketId,
    link,
  };
};

const targetsOf = ({ subject, message, isGlobal, targetUserIds }: NewNotification): string[] => {
  if (!isSeen(subject)) throw wrongInput(NOTIFICATIONS.emptySubject, ["subject"]);
  if (!isSeen(message)) throw wrongInput(NOTIFICATIONS.emptyMessage, ["message"]);
  const targets = isGlobal ? [] : [...new Set(targetUserIds)];
  if (!isGlobal && targets.length === 0)
    throw wrongInput(NOTIFICATIONS.noTargets, ["targetUserIds"]);
  return targets;
};

/** Where it is to lead, as it is kept [NOTE-09]; null where nothing was given. */
const linkOf = ({ link }: NewNotification, home: string): string | null => {
  if (link == null || link === "") return null;
  const target = linkTarget(link, home);
  if (target === null) throw wrongInput(NOTIFICATIONS.badLink, ["link"]);
  return target;
};

const assertKnown = async (tx: MemberTx, targets: string[]): Promise<void> => {
  if (targets.length === 0) return;
  const { users } = tx.tables;
  const known = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, targets), isNull(users.erasedAt)));
  if (known.length < targets.length)
    throw wrongInput(NOTIFICATIONS.unknownTargets, ["targetUserIds"]);
};

/**
 * One row, however many members there are; who has read it is known of each.
 * @param row `createdBy` is null where the site itself writes.
 * @returns its id.
 */
export const notifyEveryone = async (
  tx: Tx,
  row: { subject: string; message: string; link: string | null; createdBy: string | null },
): Promise<number | null> => {
  const { notifications } = tx.tables;
  const [written] = await tx
    .insert(notifications)
    .values({ ...row, kind: "news", createdAt: tx.clock.now(), isGlobal: true })
    .returning({ id: notifications.id });
  publishChanged(tx, null);
  if (written !== undefined) await queueBroadcast(tx, written.id);
  return written?.id ?? null;
};

type Checked = { targets: string[]; link: string | null };

const send = async (tx: MemberTx, input: NewNotification, { targets, link }: Checked) => {
  const { actor } = tx;
  const { subject, message, isGlobal } = input;
  const { userId } = actor;
  await assertMay(tx, "site");
  await assertKnown(tx, targets);
  await tx.count("notificationsByMember", userId);
  const row = { subject, message, link, createdBy: userId };
  const id = isGlobal
    ? await notifyEveryone(tx, row)
    : await tx.notify({ ...row, userIds: targets, kind: "news", topic: "news" });
  if (id === null) throw new Error("The notification was not written.");
  await tx.audit({
    action: "notification.sent",
    subject: String(id),
    after: { isGlobal, targets: targets.length },
  });
  return id;
};

/**
 * Writes to everyone, or to some people [NOTE-03].
 * @returns it as its readers get it.
 * @throws {AppError} `bad_request` with the first thing that is wrong, `too_many_requests`.
 */
export const createNotification = async (
  ctx: MemberCtx,
  input: NewNotification,
): Promise<Notification> => {
  const { actor } = ctx;
  const { notifications } = ctx.tables;
  const checked = { targets: targetsOf(input), link: linkOf(input, ctx.config.publicUrl) };
  const { idempotencyKey } = input;
  const key = idempotencyKey === undefined ? null : `notification:${idempotencyKey}`;
  const request = { actor: actor.userId, key, content: JSON.stringify(input) };
  const id = await ctx.write((tx) => once(tx, request, () => send(tx, input, checked)));
  const [row] = await ctx.read.select().from(notifications).where(eq(notifications.id, id));
  if (row === undefined) throw new AppError("not_found", NOTIFICATIONS.unknown);
  return toWire(row, false);
};

/** So many readers are forgotten at once: others get their turn in between. */
const SLICE = 200;

type Reach = { isGlobal: boolean; targets: number };

/** Whom it has reached: everyone, or so many. */
const reachOf = async (tx: MemberTx, id: number, isGlobal: boolean): Promise<Reach> => {
  const { notificationReads: reads } = tx.tables;
  if (isGlobal) return { isGlobal, targets: 0 };
  const targets = await tx
    .select({ id: reads.userId })
    .from(reads)
    .where(eq(reads.notificationId, id));
  return { isGlobal, targets: targets.length };
};

/** Begins to take one back, in the first transaction. @returns whether it was for everyone. */
type Begin = (tx: MemberTx, id: number) => Promise<boolean>;

/** Nobody has it from here on but those of whom there is a row. */
const removeIt: Begin = async (tx, id) => {
  const { notifications } = tx.tables;
  const isIt = eq(notifications.id, id);
  const [found] = await tx
    .select({ isGlobal: notifications.isGlobal })
    .from(notifications)
    .where(and(isIt, isNull(notifications.withdrawnAt)));
  if (found === undefined) throw new AppError("not_found", NOTIFICATIONS.unknown);
  await assertMay(tx, "site");
  const before = await reachOf(tx, id, found.isGlobal);
  if (found.isGlobal) await tx.update(notifications).set({ isGlobal: false }).where(isIt);
  await tx.audit({ action: "notification.removed", subject: String(id), before });
  return found.isGlobal;
};

/** What only its author may: of what was sent, its subject and when it was withdrawn stay. */
const withdrawIt: Begin = async (tx, id) => {
  const { notifications } = tx.tables;
  const isIt = eq(notifications.id, id);
  const [found] = await tx
    .select({ isGlobal: notifications.isGlobal, withdrawnAt: notifications.withdrawnAt })
    .from(notifications)
    .where(and(isIt, eq(notifications.createdBy, tx.actor.userId), eq(notifications.kind, "news")));
  if (found === undefined) throw new AppError("not_found", NOTIFICATIONS.unknown);
  await assertMay(tx, "site");
  // Sent again, or what was broken off.
  if (found.withdrawnAt !== null) return false;
  const before = await reachOf(tx, id, found.isGlobal);
  const gone = { isGlobal: false, message: "", link: null, withdrawnAt: tx.clock.now() };
  await tx.update(notifications).set(gone).where(isIt);
  await tx.audit({ action: "notification.withdrawn", subject: String(id), before });
  return found.isGlobal;
};

/** Forgets a slice of its readers. @returns their ids. */
const forgetReaders = async (tx: MemberTx, id: number): Promise<string[]> => {
  const { notifications, notificationReads: reads } = tx.tables;
  const isOfIt = eq(reads.notificationId, id);
  const some = tx.select({ userId: reads.userId }).from(reads).where(isOfIt).limit(SLICE);
  const gone = await tx
    .delete(reads)
    .where(and(isOfIt, inArray(reads.userId, some)))
    .returning({ userId: reads.userId });
  if (gone.length < SLICE)
    await tx
      .delete(notifications)
      .where(and(eq(notifications.id, id), isNull(notifications.withdrawnAt)));
  return gone.map(({ userId }) => userId);
};

const takeBack = async (ctx: MemberCtx, id: number, begin: Begin): Promise<void> => {
  let readers = await ctx.write(async (tx) => {
    const isGlobal = await begin(tx, id);
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

/**
 * Deletes a notification, and takes it back from everyone who got it, read or not.
 * @throws {AppError} `not_found`.
 */
export const removeNotification = (ctx: MemberCtx, { id }: { id: number }): Promise<void> =>
  takeBack(ctx, id, removeIt);

/**
 * Takes back what one has written oneself from everyone who got it; what is withdrawn already stays
 * so [NOTE-10].
 * @throws {AppError} `not_found`, also for another's.
 */
export const withdrawNotification = (ctx: MemberCtx, { id }: { id: number }): Promise<void> =>
  takeBack(ctx, id, withdrawIt);

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
