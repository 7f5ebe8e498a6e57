import { and, eq, isNotNull } from "drizzle-orm";
import { assertMay } from "#server/access/rights.ts";
import type { MemberCtx, MemberTx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import type { ShopBasket } from "#server/providers/shop/port.ts";
import { toCents } from "#shared/rules/numbers.ts";
import { ORDERS, SHOP } from "#shared/shop-messages.ts";
import { findOrder, findPayment, keepOwnPayment } from "./payments.ts";
import { processPayment } from "./process-payment.ts";
import { NOTHING_WAITS } from "./review-payment.ts";

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
