import { and, asc, eq, gt, inArray, isNull, lte } from "drizzle-orm";
import type { Ctx, SystemCtx, Tx } from "#server/context/context.ts";
import { growingDelayMs } from "#server/core/clock.ts";
import { findSeen } from "#server/modules/desk/index.ts";
import { isWanted, preferencesOf } from "#server/modules/preferences/index.ts";
import type { PushOutcome } from "#server/providers/ports/sending.ts";
import type { Tables } from "#server/store/store.ts";
import { PUSH_KEPT_MS, PUSH_WAIT_MS } from "#shared/constants/mail.ts";
import type { NoticeTopic } from "#shared/constants/notices.ts";
import type { NotificationKind } from "#shared/constants/notifications.ts";
import { HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";
import { PUSH_SENTENCES } from "#shared/notification-messages.ts";
import { afterQuiet } from "#shared/rules/local-time.ts";
import type { PushPayload } from "#shared/schemas/preferences.ts";
import { forgetSubscription } from "./subscribe.ts";

export {
  forgetBrowsers,
  forgetUnseenBrowsers,
  type PushTrouble,
  readPushTrouble,
} from "./subscribe.ts";

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
const QUEUED_SLICE = 200;

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
      .limit(news === undefined ? 0 : QUEUED_SLICE);
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
const continueBroadcasts = async (ctx: SystemCtx, signal: AbortSignal): Promise<void> => {
  const { pushBroadcasts: t } = ctx.tables;
  const running = await ctx.read.select({ id: t.notificationId }).from(t).limit(QUEUED_SLICE);
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

/** So many are under way at once. */
const DELIVERED_SLICE = 10;
/** For so long a claimed one is nobody else's: much longer than sending takes. */
const CLAIM_MS = 2 * MINUTE_MS;
const ATTEMPTS_MAX = 8;
/** The last attempt is the eighth, half an hour after the first. */
const DELAY = { firstMs: 15_000, maxMs: HOUR_MS };

type Row = Tables["pushNotices"]["$inferSelect"];
type Subscription = Tables["pushSubscriptions"]["$inferSelect"];
type Claimed = { row: Row; subscription: Subscription };
type Attempt = Claimed & { outcome: PushOutcome };

/** What one of a topic takes the place of: all about one ticket, or the notice itself. */
const tagOf = ({ ticketId, notificationId, id }: Row): string => {
  if (ticketId !== null) return `ticket-${ticketId}`;
  return notificationId === null ? `test-${id}` : `notice-${notificationId}`;
};

/** Of several about one ticket for one browser the newest. */
const newestOf = (rows: readonly Row[]): ReadonlySet<Row> =>
  new Set(new Map(rows.map((row) => [`${row.subscriptionId} ${tagOf(row)}`, row])).values());

/**
 * Whether a program ended while it was being sent, so that nobody knows whether it was: then it stands on the site,
 * and nobody is told twice.
 */
const isUncertain = ({ attempts, error }: Row): boolean => attempts > 0 && error === null;

/** Whether it tells of a ticket that its reader may still see, or of something else. */
const isSeen = async (tx: Tx, { userId, ticketId }: Row): Promise<boolean> =>
  ticketId === null || (await findSeen(tx, userId, [ticketId])).has(ticketId);

/** Of what some rows tell, the notifications that were taken back since. */
const findWithdrawn = async (tx: Tx, rows: readonly Row[]): Promise<ReadonlySet<number>> => {
  const { notifications: n } = tx.tables;
  const ids = new Set(rows.flatMap(({ notificationId }) => notificationId ?? []));
  if (ids.size === 0) return ids;
  const there = await tx
    .select({ id: n.id })
    .from(n)
    .where(and(inArray(n.id, [...ids]), isNull(n.withdrawnAt)));
  return ids.difference(new Set(there.map(({ id }) => id)));
};

const forget = async (tx: Tx, rows: readonly Row[]): Promise<void> => {
  const { pushNotices: t } = tx.tables;
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await tx.delete(t).where(inArray(t.id, ids));
};

/** Takes what is due, puts off what falls into quiet hours, and drops what nobody wants any more. */
const claim = (ctx: SystemCtx): Promise<{ claimed: Claimed[]; looked: number }> =>
  ctx.write(async (tx) => {
    const { pushNotices: t, pushSubscriptions, users } = tx.tables;
    const now = tx.clock.now();
    const rows = await tx
      .select({ row: t, subscription: pushSubscriptions, closedAt: users.deactivatedAt })
      .from(t)
      .innerJoin(pushSubscriptions, eq(pushSubscriptions.id, t.subscriptionId))
      .innerJoin(users, eq(users.id, t.userId))
      .where(lte(t.dueAt, now))
      .orderBy(asc(t.dueAt), asc(t.id))
      .limit(DELIVERED_SLICE);
    const newest = newestOf(rows.map(({ row }) => row).toSorted((a, b) => a.id - b.id));
    const preferencesFor = await preferencesOf(tx, [...new Set(rows.map(({ row }) => row.userId))]);
    const withdrawn = await findWithdrawn(
      tx,
      rows.map(({ row }) => row),
    );
    const claimed: Claimed[] = [];
    const dropped: Row[] = [];
    for (const { row, subscription, closedAt } of rows) {
      const preferences = preferencesFor(row.userId);
      const isOld = now.getTime() - row.createdAt.getTime() > PUSH_KEPT_MS;
      const isUnwanted = row.topic !== null && !isWanted(preferences, row.topic, "push");
      const zone = preferences.timeZone ?? tx.config.community.timezone;
      const at = row.topic === null ? now : afterQuiet(now, preferences.quiet, zone);
      const isGone = row.notificationId !== null && withdrawn.has(row.notificationId);
      const isOver =
        isOld || isGone || closedAt !== null || isUncertain(row) || !(await isSeen(tx, row));
      if (isOver || isUnwanted || !newest.has(row)) dropped.push(row);
      else if (at > now)
        // Its time begins when it may come.
        await tx.update(t).set({ dueAt: at, createdAt: at }).where(eq(t.id, row.id));
      else {
        const attempts = row.attempts + 1;
        const dueAt = new Date(now.getTime() + CLAIM_MS);
        await tx.update(t).set({ attempts, dueAt, error: null }).where(eq(t.id, row.id));
        claimed.push({ row: { ...row, attempts }, subscription });
      }
    }
    await forget(tx, dropped);
    return { claimed, looked: rows.length };
  });

const payloadOf = (ctx: Ctx, row: Row): string => {
  const { text, link, notificationId, ticketId } = row;
  const title = ctx.config.community.brand.name;
  const payload: PushPayload = { title, text, link, tag: tagOf(row), notificationId, ticketId };
  return JSON.stringify(payload);
};

const attempt = async (ctx: SystemCtx, { row, subscription }: Claimed): Promise<Attempt> => ({
  row,
  subscription,
  outcome: await ctx.push.send(subscription, {
    text: payloadOf(ctx, row),
    topic: row.ticketId === null ? null : tagOf(row),
    keptMs: PUSH_KEPT_MS,
  }),
});

const noteRefusal = async (tx: Tx, { id, refusals }: Subscription, code: string): Promise<void> => {
  const { pushSubscriptions: t } = tx.tables;
  await tx
    .update(t)
    .set({ refusals: refusals + 1, refusal: code })
    .where(eq(t.id, id));
};

const record = async (tx: Tx, { row, subscription, outcome }: Attempt): Promise<void> => {
  const { pushNotices: t, pushSubscriptions } = tx.tables;
  const now = tx.clock.now();
  switch (outcome.kind) {
    case "sent":
      await forget(tx, [row]);
      await tx
        .update(pushSubscriptions)
        .set({ pushedAt: now, refusals: 0, refusal: null })
        .where(eq(pushSubscriptions.id, subscription.id));
      return;
    case "gone":
      await forgetSubscription(tx, subscription.id);
      return;
    case "refused":
      await forget(tx, [row]);
      await noteRefusal(tx, subscription, outcome.code);
      return;
    default: {
      if (row.attempts >= ATTEMPTS_MAX) {
        await forget(tx, [row]);
        await noteRefusal(tx, subscription, outcome.code);
        return;
      }
      const dueAt = new Date(
        now.getTime() + (outcome.afterMs ?? growingDelayMs(row.attempts, DELAY)),
      );
      await tx.update(t).set({ dueAt, error: outcome.code }).where(eq(t.id, row.id));
      // What else waits for this browser waits as long: the service asked for that.
      if (outcome.afterMs !== null)
        await tx
          .update(t)
          .set({ dueAt })
          .where(and(eq(t.subscriptionId, subscription.id), lte(t.dueAt, dueAt)));
    }
  }
};

const logAttempt = ({ log }: Ctx, { row, subscription, outcome }: Attempt): void => {
  const { host } = new URL(subscription.endpoint);
  const fields = { id: row.id, host, attempts: row.attempts };
  if (outcome.kind === "sent") log.info("push.sent", fields);
  else if (outcome.kind === "gone") log.info("push.subscription_gone", fields);
  else log.warn("push.not_sent", { ...fields, kind: outcome.kind, code: outcome.code });
};

/**
 * Sends what is due to the push services, in slices [PUSH-09]. What fails is tried again after 15 s, then in ever longer
 * intervals, or when the service says so; a subscription that is none any more is forgotten.
 * @param signal stops between two slices; what is under way is finished.
 */
export const deliverPush = async (ctx: SystemCtx, signal: AbortSignal): Promise<void> => {
  await continueBroadcasts(ctx, signal);
  while (!signal.aborted) {
    const { claimed, looked } = await claim(ctx);
    if (looked === 0) return;
    const attempts = await Promise.all(claimed.map((one) => attempt(ctx, one)));
    if (attempts.length > 0)
      await ctx.write(async (tx) => {
        for (const made of attempts) await record(tx, made);
      });
    for (const made of attempts) logAttempt(ctx, made);
  }
};
