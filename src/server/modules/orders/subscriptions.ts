import { and, desc, eq, inArray, isNotNull, ne } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";
import type { SubscriptionState } from "#shared/constants/shop.ts";
import { tierOf } from "#shared/rules/tiers.ts";
import { PAYMENT_NOTIFICATIONS } from "#shared/shop-messages.ts";
import { benefitsReference, raiseFlag, settleFlags } from "./flags.ts";
import type { LineRow, OrderRow, PaymentRow } from "./payments.ts";
import type { ShopSubscription } from "./shop-event.ts";
import { settleTier, cutTiers } from "./tiers.ts";

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
