import { and, eq, gt, inArray } from "drizzle-orm";
import type { SystemCtx, Tx } from "#server/context/context.ts";
import { isWanted, preferencesOf } from "#server/modules/preferences/index.ts";
import type { NoticeTopic } from "#shared/constants/notices.ts";
import type { NotificationKind } from "#shared/constants/notifications.ts";
import { PUSH_WAIT_MS } from "#shared/constants/push.ts";
import { PUSH_SENTENCES } from "#shared/push-messages.ts";

export type PushedNotice = {
  topic: NoticeTopic;
  kind: NotificationKind;
  notificationId: number | null;
  ticketId: number | null;
};

type Browser = { id: number; userId: string };

const linkOf = (ticketId: number | null): string =>
  ticketId === null ? "/member/notifications" : `/member/tickets/ticket/${ticketId}`;

const write = async (
  tx: Tx,
  browsers: readonly Browser[],
  { topic, kind, notificationId, ticketId }: PushedNotice,
): Promise<void> => {
  if (browsers.length === 0) return;
  const createdAt = tx.clock.now();
  const dueAt = new Date(createdAt.getTime() + PUSH_WAIT_MS);
  const text = PUSH_SENTENCES.about(topic, kind, ticketId);
  const notice = {
    topic,
    notificationId,
    ticketId,
    text,
    link: linkOf(ticketId),
    createdAt,
    dueAt,
  };
  await tx
    .insert(tx.tables.pushNotices)
    .values(browsers.map(({ id, userId }) => ({ subscriptionId: id, userId, ...notice })));
};

/** Has something pushed to the browsers of these people, in the caller's transaction; nothing is sent here. */
export const queuePush = async (
  tx: Tx,
  userIds: readonly string[],
  notice: PushedNotice,
): Promise<void> => {
  if (userIds.length === 0) return;
  const { pushSubscriptions: t } = tx.tables;
  const browsers = await tx
    .select({ id: t.id, userId: t.userId })
    .from(t)
    .where(inArray(t.userId, [...userIds]));
  await write(tx, browsers, notice);
};

/** Has news for everyone pushed to those who chose that, in the caller's transaction. */
export const queueBroadcast = async (tx: Tx, notificationId: number): Promise<void> => {
  const { pushBroadcasts: t } = tx.tables;
  await tx.insert(t).values({ notificationId, reached: 0, createdAt: tx.clock.now() });
};

/** Browsers that are looked at in one transaction. */
const SLICE = 200;

/** @returns false once everybody was reached. */
const broadcastSome = (ctx: SystemCtx, notificationId: number): Promise<boolean> =>
  ctx.write(async (tx) => {
    const { pushBroadcasts, pushSubscriptions: t, notifications } = tx.tables;
    const isIt = eq(pushBroadcasts.notificationId, notificationId);
    const [broadcast] = await tx.select().from(pushBroadcasts).where(isIt);
    if (broadcast === undefined) return false;
    const [news] = await tx
      .select({ kind: notifications.kind })
      .from(notifications)
      .where(and(eq(notifications.id, notificationId), eq(notifications.isGlobal, true)));
    const browsers = await tx
      .select({ id: t.id, userId: t.userId })
      .from(t)
      .where(gt(t.id, broadcast.reached))
      .orderBy(t.id)
      .limit(news === undefined ? 0 : SLICE);
    const last = browsers.at(-1);
    if (news === undefined || last === undefined) {
      await tx.delete(pushBroadcasts).where(isIt);
      return false;
    }
    const people = [...new Set(browsers.map(({ userId }) => userId))];
    const preferencesFor = await preferencesOf(tx, people);
    const reached = browsers.filter(({ userId }) =>
      isWanted(preferencesFor(userId), "news", "push"),
    );
    const { kind } = news;
    await write(tx, reached, { topic: "news", kind, notificationId, ticketId: null });
    await tx.update(pushBroadcasts).set({ reached: last.id }).where(isIt);
    return true;
  });

/** Goes on with news for everyone, where the last transaction ended. @param signal stops between two slices. */
export const continueBroadcasts = async (ctx: SystemCtx, signal: AbortSignal): Promise<void> => {
  const { pushBroadcasts: t } = ctx.tables;
  const running = await ctx.read.select({ id: t.notificationId }).from(t).limit(SLICE);
  for (const { id } of running) {
    let hasMore = true;
    while (hasMore && !signal.aborted) hasMore = await broadcastSome(ctx, id);
  }
};

/** What somebody has read: all about a ticket, one notification, or everything. */
export const dropReadPush = async (
  tx: Tx,
  userId: string,
  read: { ticketId: number } | { notificationId: number } | "all",
): Promise<void> => {
  const { pushNotices: t } = tx.tables;
  const isRead =
    read === "all"
      ? undefined
      : "ticketId" in read
        ? eq(t.ticketId, read.ticketId)
        : eq(t.notificationId, read.notificationId);
  await tx.delete(t).where(and(eq(t.userId, userId), isRead));
};
