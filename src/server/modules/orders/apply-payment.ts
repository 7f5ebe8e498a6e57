import { toCents } from "#shared/rules/cents.ts";
import type { EffectKind } from "#shared/constants/shop.ts";
import { writeAudit } from "#server/auth/audit.ts";
import { notifyAdmins } from "#server/modules/notifications/index.ts";
import { readCatalogue, reservedOf } from "#server/modules/shop/index.ts";
import type { Tx } from "#server/store/store.ts";
import { compareOrder, notePromo } from "./compare-order.ts";
import { applyEffect, type Applied } from "./effects.ts";
import {
  buyerReference,
  disputeReference,
  paymentReference,
  raiseFlag,
  settleFlags,
} from "./flags.ts";
import { type BoughtItem, keepLines, type LineRow, type ShopContext } from "./lines.ts";
import { keepPayment, type OrderRow, orderOfPayment, type PaymentRow } from "./payments.ts";
import { type Review, reviewPayment } from "./review-payment.ts";
import { ENDS, settleOrder } from "./settle-order.ts";
import type { StorePayment } from "./store-event.ts";
import { cutMonths, flagSecondSubscription } from "./subscriptions.ts";
import { tellBuyer } from "./tell-buyer.ts";

/** What the store told of a payment. */
export type PaymentNews = {
  told: StorePayment;
  kind: EffectKind;
  /** True where the event says that a subscription was renewed. */
  isRenewal: boolean;
  /** The row of the event. */
  eventId: number;
};

/** What the store says was bought. */
const boughtItems = ({ shopfront }: ShopContext, { products }: StorePayment): BoughtItem[] =>
  products.map(({ id, name, quantity, paid_price, base_price }) => ({
    packageId: id,
    name: shopfront.cleanName(name),
    quantity,
    priceCents: toCents((paid_price ?? base_price)?.amount ?? 0),
  }));

/** Whether a subscription was asked for with an order. */
const hasSubscription = async (ctx: ShopContext, tx: Tx, { items }: OrderRow): Promise<boolean> => {
  const { packages = [] } = (await readCatalogue(ctx.store, tx)) ?? {};
  const monthly = new Set(
    packages.flatMap(({ id, type }) => (type === "subscription" ? [id] : [])),
  );
  return items.some(({ packageId }) => {
    const what = reservedOf(ctx, packageId);
    return monthly.has(packageId) || (what !== null && what !== "promo");
  });
};

type Worked = {
  order: OrderRow;
  payment: PaymentRow;
  lines: readonly LineRow[];
  applied: Applied;
  details: string;
  eventId: number;
};

/** Has Admins look at what waits for them, and takes back what does not any more. */
const flagWaiting = async ({ store, clock }: ShopContext, tx: Tx, worked: Worked) => {
  const { order, payment, lines, applied, details, eventId } = worked;
  const { happened } = applied;
  const about = lines.filter(({ review }) => review !== null);
  const isOver = ["confirm", "refund", "lost"] as const;
  const reference = paymentReference(payment.id);
  if (isOver.some((end) => happened.has(end))) await settleFlags(store, tx, clock, [reference]);
  else if (about.length > 0 && happened.has("credit")) {
    const sentence = `${details} It is not credited until you confirm it.`;
    const isNew = await raiseFlag(store, tx, clock, {
      kind: about.every(({ review }) => review === "promo") ? "promo" : "payment",
      reference,
      orderId: order.id,
      eventId,
      paymentId: payment.id,
      details: sentence,
    });
    const subject = `A payment of order #${order.id} waits for you`;
    if (!isNew) return;
    await notifyAdmins(store, tx, clock, { subject, message: sentence });
    // From the payment, whoever had its event processed.
    await writeAudit({ store, clock }, tx, {
      actorId: null,
      action: "order.payment_held",
      subject: order.userId,
      after: { orderId: order.id, paymentId: payment.id },
    });
  }
};

/** A dispute is to be looked at until it has ended, whichever of its events is heard first. */
const flagDispute = async ({ store, clock }: ShopContext, tx: Tx, worked: Worked) => {
  const { order, payment, applied, eventId } = worked;
  const { happened } = applied;
  const reference = disputeReference(payment.id);
  if (ENDS.some((end) => happened.has(end))) await settleFlags(store, tx, clock, [reference]);
  else if (happened.has("dispute"))
    await raiseFlag(store, tx, clock, {
      kind: "dispute",
      reference,
      orderId: order.id,
      eventId,
      details: `Payment ${payment.transactionId ?? ""} is disputed. What it gave is taken back until that is settled.`,
    });
};

/**
 * Works on what the store told of one payment, whole and in the caller's transaction. Told again, by
 * this event or another, it changes nothing (facts §4). What does not fit its order is kept, and
 * gives nothing until an Admin confirms it.
 * @returns false where an Admin should look at it.
 */
export const applyPayment = async (
  ctx: ShopContext,
  tx: Tx,
  { told, kind, isRenewal, eventId }: PaymentNews,
): Promise<boolean> => {
  const { store, clock, config } = ctx;
  const order = await orderOfPayment(store, tx, told);
  if (order === null) {
    await raiseFlag(store, tx, clock, {
      kind: "buyer",
      reference: buyerReference(told.transaction_id),
      orderId: null,
      eventId,
      details: `Nobody here has made the basket of payment ${told.transaction_id}.`,
    });
    return false;
  }
  const isCalledRenewal = isRenewal || told.payment_sequence === "renewal";
  const payment = await keepPayment(store, tx, clock, {
    order,
    told,
    isCalledRenewal,
    hasSubscription: await hasSubscription(ctx, tx, order),
  });
  const bought = boughtItems(ctx, told);
  const review = await reviewPayment(ctx, tx, { order, payment, told, bought, isCalledRenewal });
  const { reasonOf, details }: Review = review;
  const { lines, isWhole } = await keepLines(ctx, tx, payment, bought, { eventId, reasonOf });
  await cutMonths(ctx, tx, payment);
  const applied = await applyEffect(ctx, tx, payment, lines, kind);
  const worked = { order, payment, lines, applied, details, eventId };
  await flagWaiting(ctx, tx, worked);
  await flagDispute(ctx, tx, worked);
  const isFirst = payment.sequence === "first";
  const isFirstCredit = kind === "credit" && applied.isFirst;
  const { promoPackage } = config.community.shop;
  const isPromo = lines.some((line) => line.packageId === promoPackage && line.review === null);
  const isAsAsked =
    kind !== "credit" || !isFirst || (await compareOrder(ctx, tx, order, { bought, eventId }));
  if (isFirstCredit && isPromo) await notePromo(ctx, tx, order, payment);
  await settleOrder(ctx, tx, order, {
    paidAt: payment.paidAt,
    receivedAt: clock.now(),
    isCredited: applied.given > 0,
    ...(isFirst && {
      totalCents: toCents((told.price_paid ?? told.price)?.amount ?? 0),
      hasPromo: bought.some(({ packageId }) => packageId === promoPackage),
    }),
  });
  if (isFirst && isFirstCredit) await flagSecondSubscription(ctx, tx, { order, lines, eventId });
  await tellBuyer(ctx, tx, { order, payment, lines, applied, kind });
  return isWhole && isAsAsked;
};
