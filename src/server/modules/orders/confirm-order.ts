import { toCents } from "#shared/rules/cents.ts";
import { eq } from "drizzle-orm";
import { ORDERS, SHOP } from "#shared/shop-messages.ts";
import { writeAudit } from "#server/auth/audit.ts";
import { assertStillAdmin } from "#server/auth/still-admin.ts";
import type { MemberContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { StoreBasket } from "#server/providers/shop/port.ts";
import { isWaiting } from "./confirm-payment.ts";
import { compareOrder, notePromo } from "./compare-order.ts";
import { applyEffect } from "./effects.ts";
import { keepLines } from "./lines.ts";
import { findOrder, keepOwnPayment } from "./payments.ts";
import { settleOrder } from "./settle-order.ts";
import { tellBuyer } from "./tell-buyer.ts";

/** The basket of an order, as the store has it. @throws {AppError} where it is not paid. */
const paidBasket = async (ctx: MemberContext, orderId: number): Promise<StoreBasket> => {
  const { store, shop } = ctx;
  const { orders: t } = store.tables;
  if (shop === null) throw new AppError("unavailable", SHOP.notConfigured);
  const [found] = await store.read
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
 * Credits an order that the store says is paid, but whose event never came: what its basket has. The
 * event, should it come after all, is about the same payment, and gives nothing more.
 * @returns the sentence to show.
 * @throws {AppError} `not_found`; `conflict` where it is not paid, credited already, or it is not
 *   known what it gives; `bad_gateway` where the store does not answer.
 */
export const confirmOrder = async (
  ctx: MemberContext,
  { orderId }: { orderId: number },
): Promise<string> => {
  const { store, clock, actor, config } = ctx;
  const { promoPackage, packages } = config.community.shop;
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
  await store.write(async (tx) => {
    await assertStillAdmin(ctx, tx);
    const order = await findOrder(store, tx, orderId);
    if (order === null) throw new AppError("not_found", ORDERS.unknownOrder);
    if (order.creditedAt !== null) throw new AppError("conflict", ORDERS.creditedAlready);
    const totalCents = toCents(basket.total);
    const payment = await keepOwnPayment(store, tx, clock, { order, amountCents: totalCents });
    if (await isWaiting(ctx, tx, payment.id))
      throw new AppError("conflict", ORDERS.waitsForConfirmation);
    const kept = { eventId: null, reasonOf: () => null };
    const { lines } = await keepLines(ctx, tx, payment, bought, kept);
    const applied = await applyEffect(ctx, tx, payment, lines, "credit");
    await compareOrder(ctx, tx, order, { bought, eventId: null });
    if (applied.isFirst && lines.some(({ packageId }) => packageId === promoPackage))
      await notePromo(ctx, tx, order, payment);
    const { paidAt } = payment;
    const isCredited = applied.given > 0;
    const hasPromo = bought.some(({ packageId }) => packageId === promoPackage);
    const settled = { paidAt, receivedAt: null, isCredited, totalCents, hasPromo };
    await settleOrder(ctx, tx, order, settled);
    await tellBuyer(ctx, tx, { order, payment, lines, applied, kind: "credit" });
    const entry = { actorId: actor.userId, subject: order.userId };
    const after = { orderId, points: applied.points };
    await writeAudit(ctx, tx, { action: "order.confirmed", ...entry, after });
  });
  return ORDERS.confirmed;
};
