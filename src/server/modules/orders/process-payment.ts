import { and, eq, isNotNull } from "drizzle-orm";
import { assertMay } from "#server/access/rights.ts";
import type { MemberCtx, MemberTx, Tx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { noteReceivedPromo } from "#server/modules/members/index.ts";
import { notifyTeam } from "#server/modules/notifications/index.ts";
import type { ShopBasket } from "#server/providers/ports/outside.ts";
import { adminOrderPath, type EffectKind } from "#shared/constants/shop.ts";
import { toCents } from "#shared/rules/lines.ts";
import { ORDER_ALARMS } from "#shared/shop-admin-messages.ts";
import { ORDERS, SHOP } from "#shared/shop-messages.ts";
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
  findOrder,
  findPayment,
  keepLines,
  keepOwnPayment,
  type LineRow,
  linesOf,
  type OrderRow,
  type PaymentRow,
} from "./payments.ts";
import { compareOrder, NOTHING_WAITS, type Review } from "./review-payment.ts";
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

/** Whether a payment has lines that an Admin has not confirmed, and nothing took them back since. */
const isWaiting = async (tx: MemberTx, paymentId: number): Promise<boolean> => {
  const { paymentLines: l, paymentEffects: e } = tx.tables;
  const waiting = await tx
    .select({ line: l.line })
    .from(l)
    .where(and(eq(l.paymentId, paymentId), isNotNull(l.review)))
    .limit(1);
  const past = await tx.select({ kind: e.kind }).from(e).where(eq(e.paymentId, paymentId));
  const isOver = past.some(
    ({ kind }) => kind === "confirm" || kind === "refund" || kind === "lost",
  );
  return waiting.length > 0 && !isOver;
};

/**
 * Credits a payment that did not fit its order, once, whatever else is heard of it meanwhile.
 * @returns the sentence to show.
 * @throws {AppError} `not_found`; `conflict` where nothing of it waits.
 */
export const confirmPayment = async (
  ctx: MemberCtx,
  { paymentId }: { paymentId: number },
): Promise<string> => {
  await ctx.write(async (tx) => {
    await assertMay(tx, "orders");
    const payment = await findPayment(tx, paymentId);
    const order = payment === null ? null : await findOrder(tx, payment.orderId);
    if (payment === null || order === null) throw new AppError("not_found", ORDERS.unknownPayment);
    if (!(await isWaiting(tx, paymentId))) throw new AppError("conflict", ORDERS.nothingWaits);
    const news = { order, payment, kind: "confirm", purchase: null, eventId: null } as const;
    const { points } = await processPayment(tx, { ...news, confirmedBy: tx.actor.userId });
    const after = { orderId: order.id, paymentId, points };
    await tx.audit({ action: "order.payment_confirmed", subject: order.userId, after });
  });
  return ORDERS.paymentConfirmed;
};

/** The basket of an order, as Tebex has it. @throws {AppError} where it is not paid. */
const paidBasket = async (ctx: MemberCtx, orderId: number): Promise<ShopBasket> => {
  const { shop } = ctx;
  const { orders: t } = ctx.tables;
  if (shop === null) throw new AppError("unavailable", SHOP.notConfigured);
  const [found] = await ctx.read
    .select({ ident: t.ident, creditedAt: t.creditedAt })
    .from(t)
    .where(eq(t.id, orderId));
  if (found === undefined) throw new AppError("not_found", ORDERS.unknownOrder);
  if (found.creditedAt !== null) throw new AppError("conflict", ORDERS.creditedAlready);
  if (found.ident === null) throw new AppError("conflict", ORDERS.notPaid);
  const basket = await shop.basket(found.ident).catch(() => {
    throw new AppError("bad_gateway", SHOP.unreachable);
  });
  if (!basket.isComplete || basket.custom?.orderId !== orderId)
    throw new AppError("conflict", ORDERS.notPaid);
  return basket;
};

/**
 * Credits an order that Tebex says is paid, but whose event never came: what its basket has. The
 * event, should it come after all, is about the same payment, and gives nothing more.
 * @returns the sentence to show.
 * @throws {AppError} `not_found`; `conflict` where it is not paid, credited already, or it is not
 *   known what it gives; `bad_gateway` where Tebex does not answer.
 */
export const confirmOrder = async (
  ctx: MemberCtx,
  { orderId }: { orderId: number },
): Promise<string> => {
  const { config } = ctx;
  const { packages } = config.community.shop;
  const basket = await paidBasket(ctx, orderId);
  const known = new Set(packages.map(({ id }) => id));
  // Credited without them, it could not be confirmed again once it is said what they give.
  if (!basket.packages.every(({ id }) => known.has(id)))
    throw new AppError("conflict", ORDERS.unknownPackages);
  const bought = basket.packages.map(({ id, name, quantity, price }) => ({
    packageId: id,
    name,
    quantity,
    priceCents: toCents(price),
  }));
  await ctx.write(async (tx) => {
    await assertMay(tx, "orders");
    const order = await findOrder(tx, orderId);
    if (order === null) throw new AppError("not_found", ORDERS.unknownOrder);
    if (order.creditedAt !== null) throw new AppError("conflict", ORDERS.creditedAlready);
    const totalCents = toCents(basket.total);
    const payment = await keepOwnPayment(tx, { order, amountCents: totalCents });
    if (await isWaiting(tx, payment.id))
      throw new AppError("conflict", ORDERS.waitsForConfirmation);
    const purchase = { bought, review: NOTHING_WAITS, totalCents };
    const news = { order, payment, kind: "credit", purchase } as const;
    const { points } = await processPayment(tx, { ...news, eventId: null, confirmedBy: null });
    await tx.audit({
      action: "order.confirmed",
      subject: order.userId,
      after: { orderId, points },
    });
  });
  return ORDERS.confirmed;
};
