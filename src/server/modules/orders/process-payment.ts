import type { Tx } from "#server/context/context.ts";
import { noteReceivedPromo } from "#server/modules/members/index.ts";
import { notifyTeam } from "#server/modules/notifications/index.ts";
import { adminOrderPath, type EffectKind } from "#shared/constants/shop.ts";
import { ORDER_ALARMS } from "#shared/shop-admin-messages.ts";
import { hasPromo } from "./baskets.ts";
import { type Applied, applyEffect, isHeld, notifyBuyer } from "./effects.ts";
import {
  benefitsReference,
  disputeReference,
  paymentReference,
  raiseFlag,
  settleFlags,
} from "./flags.ts";
import {
  type BoughtItem,
  keepLines,
  type LineRow,
  linesOf,
  type OrderRow,
  type PaymentRow,
} from "./payments.ts";
import { compareOrder, type Review } from "./review-payment.ts";
import { cutMonths, flagSecondSubscription } from "./subscriptions.ts";
import { ENDS, settleOrder } from "./transitions.ts";

/** What is heard of a payment that is known. */
export type PaymentNews = {
  order: OrderRow;
  payment: PaymentRow;
  kind: EffectKind;
  /** What it bought, and what of that waits for an Admin; null: what is written down already. */
  purchase: { bought: readonly BoughtItem[]; review: Review; totalCents: number } | null;
  /** The row of the event that tells of it; null where an Admin does. */
  eventId: number | null;
  /** The Admin who confirms what waited; null where nobody does. */
  confirmedBy: string | null;
};

type ProcessedPayment = PaymentNews & { lines: readonly LineRow[]; applied: Applied };

/** Has Admins look at what waits for them, and takes back what does not any more. */
const flagWaiting = async (tx: Tx, processed: ProcessedPayment) => {
  const { order, payment, lines, applied, purchase, eventId, confirmedBy } = processed;
  const { happened } = applied;
  const about = lines.filter(({ review }) => review !== null);
  const isOver = ["confirm", "refund", "lost"] as const;
  const reference = paymentReference(payment.id);
  if (isOver.some((end) => happened.has(end))) await settleFlags(tx, [reference], confirmedBy);
  else if (about.length > 0 && happened.has("credit")) {
    const sentence = ORDER_ALARMS.untilConfirmed(purchase?.review.details ?? "");
    const isNew = await raiseFlag(tx, {
      kind: about.every(({ review }) => review === "promo") ? "promo" : "payment",
      reference,
      orderId: order.id,
      eventId,
      paymentId: payment.id,
      details: sentence,
    });
    const subject = ORDER_ALARMS.paymentWaiting(order.id);
    if (!isNew) return;
    await notifyTeam(tx, "orders", { subject, message: sentence, link: adminOrderPath(order.id) });
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
      details: ORDER_ALARMS.disputed(payment.transactionId ?? ""),
    });
};

/**
 * Has the team give what a tier brings that nothing gives by itself, once for each order; where the payment
 * was taken back, there is nothing to give any more.
 */
const flagBenefits = async (tx: Tx, { order, payment, lines, applied }: ProcessedPayment) => {
  if (payment.sequence !== "first") return;
  const { happened } = applied;
  const reference = benefitsReference(payment.id);
  const isTakenBack = happened.has("refund") || happened.has("lost");
  if (isTakenBack) await settleFlags(tx, [reference]);
  const tasks = tx.config.community.tiers.flatMap(({ key, title, benefits }) => {
    const isGiven = lines.some((line) => line.tier === key && isHeld(happened, line.review));
    const byHand = benefits.flatMap((benefit) => (benefit.byHand ? [benefit.text] : []));
    return isGiven && byHand.length > 0 ? [ORDER_ALARMS.byHand(title, byHand)] : [];
  });
  if (tasks.length > 0)
    await raiseFlag(tx, {
      kind: "benefits",
      reference,
      orderId: order.id,
      eventId: null,
      details: tasks.join(" "),
    });
};

/**
 * Processes what is heard of one payment, from an event or an Admin, whole and in the caller's
 * transaction. Heard again, from either, it changes nothing [PAY-04]. What does not fit its order is
 * kept, and gives nothing until an Admin confirms it.
 * @returns the points that it moved, and false where an Admin should look at it.
 */
export const processPayment = async (
  tx: Tx,
  news: PaymentNews,
): Promise<{ points: number; isFine: boolean }> => {
  const { order, payment, kind, purchase, eventId } = news;
  const { lines, isWhole } =
    purchase === null
      ? { lines: await linesOf(tx, payment.id), isWhole: true }
      : await keepLines(tx, payment, purchase, eventId);
  await cutMonths(tx, payment);
  const applied = await applyEffect(tx, payment, lines, kind);
  const processed = { ...news, lines, applied };
  await flagWaiting(tx, processed);
  await flagDispute(tx, processed);
  await flagBenefits(tx, processed);
  const own = payment.sequence === "first" ? purchase : null;
  const isFirstCredit = kind === "credit" && applied.isFirst;
  const isAsAsked =
    own === null || kind !== "credit" || (await compareOrder(tx, order, own.bought, eventId));
  const received = lines.filter(({ review }) => review === null || kind === "confirm");
  if ((isFirstCredit || kind === "confirm") && hasPromo(tx, received))
    await noteReceivedPromo(tx, { userId: order.userId, at: order.paidAt ?? payment.paidAt });
  await settleOrder(tx, order, {
    paidAt: payment.paidAt,
    receivedAt: eventId === null ? null : tx.clock.now(),
    isCredited: applied.given > 0,
    ...(own !== null && { totalCents: own.totalCents, hasPromo: hasPromo(tx, own.bought) }),
  });
  if (own !== null && isFirstCredit) await flagSecondSubscription(tx, { order, lines, eventId });
  await notifyBuyer(tx, { order, payment, lines, applied, kind });
  return { points: applied.points, isFine: isWhole && isAsAsked };
};
