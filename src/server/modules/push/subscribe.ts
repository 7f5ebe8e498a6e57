import { and, count, desc, eq, gte, inArray, lt, ne, notInArray, or, type SQL } from "drizzle-orm";
import type { EndedSessions } from "#server/auth/lucia.ts";
import type { MemberCtx, MemberTx, Tx } from "#server/context/context.ts";
import { AppError, wrongInput } from "#server/core/errors.ts";
import { one, type Reader, type StoreTx, type Tables } from "#server/store/store.ts";
import {
  PUSH_REFUSALS_TOLD,
  PUSH_SUBSCRIPTIONS_MAX,
  PUSH_UNSEEN_MS,
} from "#shared/constants/mail.ts";
import { PUSH, PUSH_SENTENCES } from "#shared/notification-messages.ts";
import type {
  NewPushSubscription,
  PushSubscriptionEntry,
  PushSubscriptions,
} from "#shared/schemas/preferences.ts";

type Row = Tables["pushSubscriptions"]["$inferSelect"];

/** Removes subscriptions with what waits for them, in the caller's transaction. @returns how many. */
const remove = async (tx: StoreTx, which: SQL | undefined): Promise<number> => {
  const { pushSubscriptions: t, pushNotices } = tx.tables;
  const gone = await tx.select({ id: t.id }).from(t).where(which);
  if (gone.length === 0) return 0;
  const ids = gone.map(({ id }) => id);
  await tx.delete(pushNotices).where(inArray(pushNotices.subscriptionId, ids));
  await tx.delete(t).where(inArray(t.id, ids));
  return ids.length;
};

const toWire = (row: Row, sessionId: string): PushSubscriptionEntry => ({
  id: row.id,
  browser: row.browser,
  isThis: row.sessionId === sessionId,
  createdAt: row.createdAt.toISOString(),
  seenAt: row.seenAt.toISOString(),
  pushedAt: row.pushedAt?.toISOString() ?? null,
});

const makeRoom = async (tx: MemberTx): Promise<void> => {
  const { pushSubscriptions: t } = tx.tables;
  const isOfMember = eq(t.userId, tx.actor.userId);
  const kept = tx
    .select({ id: t.id })
    .from(t)
    .where(isOfMember)
    .orderBy(desc(t.seenAt), desc(t.id))
    .limit(PUSH_SUBSCRIPTIONS_MAX);
  await remove(tx, and(isOfMember, notInArray(t.id, kept)));
};

/**
 * Adds the browser that asks, or notes that it is still there [PUSH-08]. A browser has one subscription: with another
 * address the old one goes, and an address that somebody else had here is now this member's.
 * @throws {AppError} `bad_request` for an address on a host that is no known push service, and for keys that are none.
 */
export const subscribe = async (
  ctx: MemberCtx,
  { endpoint, keys }: NewPushSubscription,
): Promise<PushSubscriptionEntry> => {
  const { push, actor, browser } = ctx;
  if (!push.isAllowed(endpoint)) throw wrongInput(PUSH.badEndpoint, ["endpoint"]);
  if (!(await push.areKeys(keys))) throw wrongInput(PUSH.badKeys, ["keys"]);
  const { userId, session } = actor;
  return ctx.write(async (tx) => {
    await tx.count("pushSubscriptionsByMember", userId);
    const { pushSubscriptions: t } = tx.tables;
    const isOther = or(ne(t.userId, userId), ne(t.endpoint, endpoint));
    const isInTheWay = or(eq(t.endpoint, endpoint), eq(t.sessionId, session.id));
    await remove(tx, and(isInTheWay, isOther));
    const now = tx.clock.now();
    const seen = { ...keys, sessionId: session.id, browser: browser.name, seenAt: now };
    const row = one(
      await tx
        .insert(t)
        .values({ userId, endpoint, createdAt: now, ...seen })
        .onConflictDoUpdate({ target: t.endpoint, set: seen })
        .returning(),
    );
    await makeRoom(tx);
    return toWire(row, session.id);
  });
};

/** The member's browsers that push reaches, the last seen first. */
export const listSubscriptions = async ({
  read,
  tables: { pushSubscriptions: t },
  push,
  actor: { userId, session },
}: MemberCtx): Promise<PushSubscriptions> => {
  const rows = await read
    .select()
    .from(t)
    .where(eq(t.userId, userId))
    .orderBy(desc(t.seenAt), desc(t.id))
    .limit(PUSH_SUBSCRIPTIONS_MAX);
  return { publicKey: push.publicKey, items: rows.map((row) => toWire(row, session.id)) };
};

/** Takes one of the member's browsers away. @throws {AppError} `not_found`, also for another's. */
export const unsubscribe = async (ctx: MemberCtx, { id }: { id: number }): Promise<void> => {
  const { pushSubscriptions: t } = ctx.tables;
  const isIt = and(eq(t.id, id), eq(t.userId, ctx.actor.userId));
  const gone = await ctx.write((tx) => remove(tx, isIt));
  if (gone === 0) throw new AppError("not_found", PUSH.unknown);
};

/**
 * Sends a test to the browser that asks, or to all of the member's where that one is not among them. Neither choices
 * nor quiet hours hold it back.
 * @returns the sentence to show.
 * @throws {AppError} `conflict` where there is none, `too_many_requests`.
 */
export const sendTest = (ctx: MemberCtx): Promise<string> => {
  const { userId, session } = ctx.actor;
  return ctx.write(async (tx) => {
    const { pushSubscriptions: t, pushNotices } = tx.tables;
    const own = await tx
      .select({ id: t.id, sessionId: t.sessionId })
      .from(t)
      .where(eq(t.userId, userId))
      .limit(PUSH_SUBSCRIPTIONS_MAX);
    const here = own.filter(({ sessionId }) => sessionId === session.id);
    const reached = here.length > 0 ? here : own;
    if (reached.length === 0) throw new AppError("conflict", PUSH.none);
    await tx.count("pushTestsByMember", userId);
    const now = tx.clock.now();
    const link = "/member/accountsettings?tab=Notifications";
    const { test: text } = PUSH_SENTENCES;
    await tx.insert(pushNotices).values(
      reached.map(({ id }) => ({
        subscriptionId: id,
        userId,
        topic: null,
        text,
        link,
        createdAt: now,
        dueAt: now,
      })),
    );
    return PUSH.testQueued;
  });
};

/** Forgets the browsers of sessions that somebody has ended, in the caller's transaction [PUSH-08]. */
export const forgetBrowsers = async (tx: StoreTx, ended: EndedSessions): Promise<void> => {
  const { pushSubscriptions: t } = tx.tables;
  if ("sessionIds" in ended) {
    const ids = [...ended.sessionIds];
    if (ids.length > 0) await remove(tx, inArray(t.sessionId, ids));
    return;
  }
  const { userId, keptSessionId } = ended;
  const isOther = keptSessionId === null ? undefined : ne(t.sessionId, keptSessionId);
  await remove(tx, and(eq(t.userId, userId), isOther));
};

/** Forgets up to `max` browsers that have not been there for two months. @returns how many. */
export const forgetUnseenBrowsers = async (tx: Tx, max: number): Promise<number> => {
  const { pushSubscriptions: t } = tx.tables;
  const until = new Date(tx.clock.now().getTime() - PUSH_UNSEEN_MS);
  const some = tx.select({ id: t.id }).from(t).where(lt(t.seenAt, until)).limit(max);
  return remove(tx, inArray(t.id, some));
};

/** Forgets one whose service says that it is none any more, in the caller's transaction. */
export const forgetSubscription = async (tx: Tx, id: number): Promise<void> => {
  await remove(tx, eq(tx.tables.pushSubscriptions.id, id));
};

/** Push services that refuse one message after the other. */
export type PushTrouble = {
  /** How many browsers there are in all. */
  browsers: number;
  /** By host and the code of the last refusal, the most browsers first; at most five. */
  refusing: readonly { host: string; code: string; browsers: number }[];
};

/** So many services are told apart. */
const HOSTS_MAX = 5;
/** More browsers are not looked through. */
const REFUSING_MAX = 500;

/** What push services have refused three times and more, one after the other. */
export const readPushTrouble = async (reader: Reader): Promise<PushTrouble> => {
  const { pushSubscriptions: t } = reader.tables;
  const [all] = await reader.select({ browsers: count() }).from(t);
  const rows = await reader
    .select({ endpoint: t.endpoint, code: t.refusal })
    .from(t)
    .where(gte(t.refusals, PUSH_REFUSALS_TOLD))
    .limit(REFUSING_MAX);
  const groups = Map.groupBy(
    rows,
    ({ endpoint, code }) => `${new URL(endpoint).host} ${code ?? ""}`,
  );
  const refusing = [...groups]
    .map(([key, group]) => {
      const [host = "", code = ""] = key.split(" ");
      return { host, code, browsers: group.length };
    })
    .toSorted((a, b) => b.browsers - a.browsers)
    .slice(0, HOSTS_MAX);
  return { browsers: all?.browsers ?? 0, refusing };
};
