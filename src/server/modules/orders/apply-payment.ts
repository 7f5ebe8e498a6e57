import type { Tx } from "#server/context.ts";
import { readCatalogue } from "#server/modules/catalogue/index.ts";
import { notifyAdmins } from "#server/modules/notifications/index.ts";
import type { EffectKind } from "#shared/constants/shop.ts";
import { toCents } from "#shared/rules/numbers.ts";
import { compareOrder, notePromo } from "./compare-order.ts";
import { applyEffect, type Applied } from "./effects.ts";
import {
  buyerReference,
  disputeReference,
  paymentReference,
  raiseFlag,
  settleFlags,
} from "./flags.ts";
import { type BoughtItem, keepLines, type LineRow } from "./lines.ts";
import { notifyBuyer } from "./notify-buyer.ts";
import { keepPayment, type OrderRow, orderOfPayment, type PaymentRow } from "./payments.ts";
import { reservedOf } from "./reservations.ts";
import { type Review, reviewPayment } from "./review-payment.ts";
import type { ShopPayment } from "./shop-event.ts";
import { cutMonths, flagSecondSubscription } from "./subscriptions.ts";
import { ENDS, settleOrder } from "./transitions.ts";

/** What Tebex told of a payment. */
export type PaymentEvent = {
  payload: ShopPayment;
  kind: EffectKind;
  /** True where the event says that a subscription was renewed. */
  isRenewal: boolean;
  /** The row of the event. */
  eventId: number;
};

/** What Tebex says was bought. */
const boughtItems = ({ shopfront }: Tx, { products }: ShopPayment): BoughtItem[] =>
  products.map(({ id, name, quantity, paid_price, base_price }) => ({
    packageId: id,
    name: shopfront.cleanName(name),
    quantity,
    priceCents: toCents((paid_price ?? base_price)?.amount ?? 0),
  }));

/** Whether a subscription was asked for with an order. */
const hasSubscription = async (tx: Tx, { items }: OrderRow): Promise<boolean> => {
  const { packages = [] } = (await readCatalogue(tx)) ?? {};
  const monthly = new Set(
    packages.flatMap(({ id, type }) => (type === "subscription" ? [id] : [])),
  );
  return items.some(({ packageId }) => {
    const what = reservedOf(tx, packageId);
    return monthly.has(packageId) || (what !== null && what !== "promo");
  });
};

type ProcessedPayment = {
  order: OrderRow;
  payment: PaymentRow;
  lines: readonly LineRow[];
  applied: Applied;
  details: string;
  eventId: number;
};

/** Has Admins look at what waits for them, and takes back what does not any more. */
const flagWaiting = async (tx: Tx, processed: ProcessedPayment) => {
  const { order, payment, lines, applied, details, eventId } = processed;
  const { happened } = applied;
  const about = lines.filter(({ review }) => review !== null);
  const isOver = ["confirm", "refund", "lost"] as const;
  const reference = paymentReference(payment.id);
  if (isOver.some((end) => happened.has(end))) await settleFlags(tx, [reference]);
  else if (about.length > 0 && happened.has("credit")) {
    const sentence = `${details} It is not credited until you confirm it.`;
    const isNew = await raiseFlag(tx, {
      kind: about.every(({ review }) => review === "promo") ? "promo" : "payment",
      reference,
      orderId: order.id,
      eventId,
      paymentId: payment.id,
      details: sentence,
    });
    const subject = `A payment of order #${order.id} waits for you`;
    if (!isNew) return;
    await notifyAdmins(tx, { subject, message: sentence });
    // From the payment, whoever had its event processed.
    await tx.audit({
      isSites: true,
      action: "order.payment_held",
      subject: order.userId,
      after: { orderId: order.id, paymentId: payment.id },
    });
  }
};

/** A dispute is to be looked at until it has ended, whichever of its events is heard first. */
const flagDispute = async (tx: Tx, processed: ProcessedPayment) => {
  const { order, payment, applied, eventId } = processed;
  const { happened } = applied;
  const reference = disputeReference(payment.id);
  if (ENDS.some((end) => happened.has(end))) await settleFlags(tx, [reference]);
  else if (happened.has("dispute"))
    await raiseFlag(tx, {
      kind: "dispute",
      reference,
      orderId: order.id,
      eventId,
      details: `Payment ${payment.transactionId ?? ""} is disputed. What it gave is taken back until that is settled.`,
    });
};

/**
 * Works on what Tebex told of one payment, whole and in the caller's transaction. Told again, by
 * this event or another, it changes nothing [PAY-04]. What does not fit its order is kept, and
 * gives nothing until an Admin confirms it.
 * @returns false where an Admin should look at it.
 */
export const applyPayment = async (
  tx: Tx,
  { payload, kind, isRenewal, eventId }: PaymentEvent,
): Promise<boolean> => {
  const { clock, config } = tx;
  const order = await orderOfPayment(tx, payload);
  if (order === null) {
    await raiseFlag(tx, {
      kind: "buyer",
      reference: buyerReference(payload.transaction_id),
      orderId: null,
      eventId,
      details: `Nobody here has made the basket of payment ${payload.transaction_id}.`,
    });
    return false;
  }
  const isCalledRenewal = isRenewal || payload.payment_sequence === "renewal";
  const payment = await keepPayment(tx, {
    order,
    payload,
    isCalledRenewal,
    hasSubscription: await hasSubscription(tx, order),
  });
  const bought = boughtItems(tx, payload);
  const review = await reviewPayment(tx, { order, payment, payload, bought, isCalledRenewal });
  const { reasonOf, details }: Review = review;
  const { lines, isWhole } = await keepLines(tx, payment, bought, { eventId, reasonOf });
  await cutMonths(tx, payment);
  const applied = await applyEffect(tx, payment, lines, kind);
  const processed = { order, payment, lines, applied, details, eventId };
  await flagWaiting(tx, processed);
  await flagDispute(tx, processed);
  const isFirst = payment.sequence === "first";
  const isFirstCredit = kind === "credit" && applied.isFirst;
  const { promoPackage } = config.community.shop;
  const isPromo = lines.some((line) => line.packageId === promoPackage && line.review === null);
  const isAsAsked =
    kind !== "credit" || !isFirst || (await compareOrder(tx, order, { bought, eventId }));
  if (isFirstCredit && isPromo) await notePromo(tx, order, payment);
  await settleOrder(tx, order, {
    paidAt: payment.paidAt,
    receivedAt: clock.now(),
    isCredited: applied.given > 0,
    ...(isFirst && {
      totalCents: toCents((payload.price_paid ?? payload.price)?.amount ?? 0),
      hasPromo: bought.some(({ packageId }) => packageId === promoPackage),
    }),
  });
  if (isFirst && isFirstCredit) await flagSecondSubscription(tx, { order, lines, eventId });
  await notifyBuyer(tx, { order, payment, lines, applied, kind });
  return isWhole && isAsAsked;
};
