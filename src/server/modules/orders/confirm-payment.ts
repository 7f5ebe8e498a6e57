import { and, eq, isNotNull } from "drizzle-orm";
import { assertMay } from "#server/access/rights.ts";
import type { MemberCtx, MemberTx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { ORDERS } from "#shared/shop-messages.ts";
import { findOrder, findPayment } from "./payments.ts";
import { processPayment } from "./process-payment.ts";

/** Whether a payment has lines that an Admin has not confirmed, and nothing took them back since. */
export const isWaiting = async (tx: MemberTx, paymentId: number): Promise<boolean> => {
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
