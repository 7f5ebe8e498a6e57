import { and, desc, eq, gt, inArray, isNotNull, isNull, ne, or } from "drizzle-orm";
import type { Ctx, MemberCtx, Tx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { giveTier, setTierEnd } from "#server/modules/members/index.ts";
import { ADMINISTRATION } from "#shared/admin-messages.ts";
import type { SubscriptionState } from "#shared/constants/shop.ts";
import { byTier, tierOf } from "#shared/rules/community.ts";
import type { SubscriptionStatus } from "#shared/schemas/orders.ts";
import { PAYMENT_NOTIFICATIONS } from "#shared/shop-messages.ts";
import { benefitsReference, raiseFlag, settleFlags } from "./flags.ts";
import type { LineRow, OrderRow, PaymentRow } from "./payments.ts";
import type { ShopSubscription } from "./shop-event.ts";

const SHOWN_MAX = 20;

/** The tiers that run, highest first, and the subscriptions that pay for them. */
export const readSubscription = async (ctx: MemberCtx): Promise<SubscriptionStatus> => {
  const { clock, config, actor } = ctx;
  const { memberships: m, subscriptions: s } = ctx.tables;
  const [tiers, subscriptions] = await Promise.all([
    ctx.read
      .select({ tier: m.tier, endsAt: m.endsAt })
      .from(m)
      .where(and(eq(m.userId, actor.userId), gt(m.endsAt, clock.now()))),
    ctx.read
      .select({
        tier: s.tier,
        state: s.state,
        nextPaymentAt: s.nextPaymentAt,
        orderId: s.orderId,
      })
      .from(s)
      .where(eq(s.userId, actor.userId))
      .orderBy(desc(s.eventAt))
      .limit(SHOWN_MAX),
  ]);
  return {
    tiers: tiers
      .toSorted(byTier(config.community.tiers))
      .toReversed()
      .map(({ tier, endsAt }) => ({ tier, endsAt: endsAt.toISOString() })),
    subscriptions: subscriptions.map((one) =>
      Object.assign(one, { nextPaymentAt: one.nextPaymentAt?.toISOString() ?? null }),
    ),
    manageUrl: config.community.links.subscriptions ?? null,
  };
};

/** Puts the end of a member's tier to where what they have paid says, in the caller's transaction. */
export const settleTier = async (
  tx: Tx,
  { userId, tier }: { userId: string; tier: string },
): Promise<void> => {
  const { payments, paymentLines: lines } = tx.tables;
  const months = await tx
    .select({ paidAt: payments.paidAt, cutAt: lines.tierCutAt })
    .from(payments)
    .innerJoin(lines, eq(lines.paymentId, payments.id))
    .where(and(eq(payments.userId, userId), eq(lines.tier, tier), eq(lines.isHeld, true)));
  await setTierEnd(tx, { userId, tier }, (given) => tierEnd(given, months));
};

/**
 * Has what these payments paid of a tier end at a moment, in the caller's transaction; what was cut
 * earlier stays so.
 * @param of.tier one tier alone; every one without it.
 * @returns the tiers of which something was cut.
 */
const cutTiers = async (
  tx: Tx,
  { paymentIds, tier, at }: { paymentIds: readonly number[]; tier?: string; at: Date },
): Promise<ReadonlySet<string>> => {
  const { paymentLines: t } = tx.tables;
  const isOf = and(
    inArray(t.paymentId, [...paymentIds]),
    tier === undefined ? undefined : eq(t.tier, tier),
  );
  const cut = await tx
    .update(t)
    .set({ tierCutAt: at })
    .where(and(isOf, or(isNull(t.tierCutAt), gt(t.tierCutAt, at))))
    .returning({ tier: t.tier });
  return new Set(cut.flatMap((line) => (line.tier === null ? [] : [line.tier])));
};

/**
 * Gives a member a tier until a moment, in the caller's transaction; an end that this tier had already is
 * replaced, whatever was paid before, and what is paid from now on begins there. Other tiers keep theirs.
 */
export const grantTierIn = async (
  tx: Tx,
  { userId, tier, until }: { userId: string; tier: string; until: Date },
): Promise<void> => {
  const { payments } = tx.tables;
  const theirs = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(eq(payments.userId, userId));
  const paymentIds = theirs.map(({ id }) => id);
  await cutTiers(tx, { paymentIds, tier, at: tx.clock.now() });
  await giveTier(tx, { userId, tier, until });
};

/**
 * The same in a transaction of its own, written down.
 * @throws {AppError} `not_found` for an unknown user.
 */
export const grantTier = async (
  ctx: Ctx,
  { userId, tier, until }: { userId: string; tier: string; until: Date },
): Promise<void> => {
  const { users } = ctx.tables;
  await ctx.write(async (tx) => {
    const [found] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId));
    if (found === undefined) throw new AppError("not_found", ADMINISTRATION.unknown);
    await grantTierIn(tx, { userId, tier, until });
    await tx.audit({
      action: "tier.granted",
      subject: userId,
      after: { tier, expiresAt: until.toISOString() },
    });
  });
};

/** A month of a tier that was paid and not taken back. */
export type PaidMonth = {
  paidAt: Date;
  /** When its subscription ended, before the month did; null where it did not. */
  cutAt: Date | null;
};

/** The same day and time a month later, or the last day of a shorter month; in UTC. */
export const monthAfter = (from: Date): Date => {
  const next = new Date(from);
  next.setUTCMonth(next.getUTCMonth() + 1);
  if (next.getUTCDate() !== from.getUTCDate()) next.setUTCDate(0);
  return next;
};

const later = (a: Date, b: Date) => (a > b ? a : b);
const earlier = (a: Date, b: Date) => (a < b ? a : b);

/**
 * When a tier ends: each month begins where the one before it ends, or when it was paid. It depends
 * on what was paid alone, and not on the order in which we heard of it [POINTS-07].
 * @param givenUntil until when it was given by hand; null for not at all.
 * @returns null where nothing gives it.
 */
export const tierEnd = (givenUntil: Date | null, months: readonly PaidMonth[]): Date | null => {
  const inOrder = months.toSorted(
    (a, b) =>
      a.paidAt.getTime() - b.paidAt.getTime() ||
      (a.cutAt?.getTime() ?? Infinity) - (b.cutAt?.getTime() ?? Infinity) ||
      0,
  );
  let end = givenUntil;
  for (const { paidAt, cutAt } of inOrder) {
    const from = end === null ? paidAt : later(end, paidAt);
    const until = monthAfter(from);
    end = cutAt === null ? until : later(from, earlier(until, cutAt));
  }
  return end;
};

/** What an event says of a subscription. */
export type SubscriptionEvent = {
  payload: ShopSubscription;
  state: SubscriptionState;
  /** When it happened, as Tebex says. */
  at: Date;
};

/** Cuts what is left of the months that a subscription paid for. */
const cutAfter = async (tx: Tx, reference: string, at: Date): Promise<void> => {
  const { payments } = tx.tables;
  const paid = await tx
    .select({ id: payments.id, userId: payments.userId, paidAt: payments.paidAt })
    .from(payments)
    .where(eq(payments.reference, reference));
  const ids = paid.flatMap(({ id, paidAt }) => (paidAt <= at ? [id] : []));
  if (ids.length === 0) return;
  // What of it was not given by hand yet need not be given any more.
  await settleFlags(tx, ids.map(benefitsReference));
  const tiers = await cutTiers(tx, { paymentIds: ids, at });
  const [{ userId } = { userId: null }] = paid;
  if (userId === null) return;
  for (const tier of tiers) await settleTier(tx, { userId, tier });
};

/**
 * Follows what Tebex says of a subscription, in the caller's transaction. What is older than what
 * is known changes nothing. One that has ended ends its tier [PAY-04].
 */
export const followSubscription = async (
  tx: Tx,
  { payload, state, at }: SubscriptionEvent,
): Promise<boolean> => {
  const { subscriptions: s, payments, paymentLines: l } = tx.tables;
  const { reference } = payload;
  // Beside the subscription an order may have bought other things, which have no tier.
  const [bought] = await tx
    .select({ userId: payments.userId, orderId: payments.orderId, tier: l.tier })
    .from(payments)
    .innerJoin(l, eq(l.paymentId, payments.id))
    .where(eq(payments.reference, reference))
    .orderBy(desc(isNotNull(l.tier)), payments.id)
    .limit(1);
  // Nothing of it was paid here yet: its payment brings it.
  if (bought === undefined) return false;
  if (bought.tier === null) return true;
  const next = {
    state,
    nextPaymentAt: state === "active" ? (payload.next_payment_at ?? null) : null,
    eventAt: at,
  };
  const [known] = await tx.select({ eventAt: s.eventAt }).from(s).where(eq(s.reference, reference));
  const { userId, orderId, tier } = bought;
  if (known === undefined) await tx.insert(s).values({ reference, userId, orderId, tier, ...next });
  else if (known.eventAt <= at) await tx.update(s).set(next).where(eq(s.reference, reference));
  if (state === "ended") await cutAfter(tx, reference, at);
  tx.publish({ type: "orders.changed", userId });
  return true;
};

/** A month that was paid before its subscription ended, and that we hear of only now, ends with it. */
export const cutMonths = async (tx: Tx, { id }: Pick<PaymentRow, "id">): Promise<void> => {
  const { subscriptions: s, payments } = tx.tables;
  const [ended] = await tx
    .select({ reference: s.reference, at: s.eventAt })
    .from(payments)
    .innerJoin(s, eq(s.reference, payments.reference))
    .where(and(eq(payments.id, id), eq(s.state, "ended")));
  if (ended !== undefined) await cutAfter(tx, ended.reference, ended.at);
};

/**
 * Tells Admins and the buyer, in the caller's transaction, where a tier is paid for that another
 * subscription renews already: both would be charged every month.
 */
export const flagSecondSubscription = async (
  tx: Tx,
  { order, lines, eventId }: { order: OrderRow; lines: readonly LineRow[]; eventId: number | null },
): Promise<void> => {
  const { subscriptions: s } = tx.tables;
  const tiers = lines.flatMap(({ tier }) => (tier === null ? [] : [tier]));
  if (tiers.length === 0) return;
  const isOther = and(eq(s.userId, order.userId), eq(s.state, "active"), ne(s.orderId, order.id));
  const [other] = await tx
    .select({ tier: s.tier, orderId: s.orderId })
    .from(s)
    .where(and(isOther, inArray(s.tier, tiers)))
    .limit(1);
  if (other === undefined) return;
  const { name } = tierOf(tx.config.community.tiers, other.tier);
  const content = PAYMENT_NOTIFICATIONS.paidTwice(name, order.id, other.orderId);
  const flag = { kind: "tier", reference: `tier:${order.id}`, orderId: order.id, eventId } as const;
  if (await raiseFlag(tx, { ...flag, details: content.message }))
    await tx.notify({
      userIds: [order.userId],
      kind: "news",
      topic: "shop",
      link: "/member/subscription",
      ...content,
    });
};
