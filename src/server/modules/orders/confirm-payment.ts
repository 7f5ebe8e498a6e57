import { and, eq, isNotNull } from "drizzle-orm";
import { assertStillAdmin } from "#server/auth/still-admin.ts";
import type { MemberCtx, MemberTx } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { ORDERS } from "#shared/shop-messages.ts";
import { notePromo } from "./compare-order.ts";
import { applyEffect } from "./effects.ts";
import { paymentReference, settleFlags } from "./flags.ts";
import { linesOf } from "./lines.ts";
import { notifyBuyer } from "./notify-buyer.ts";
import { findOrder, findPayment } from "./payments.ts";
import { settleOrder } from "./transitions.ts";

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
  const { actor, config } = ctx;
  const { promoPackage } = config.community.shop;
  await ctx.write(async (tx) => {
    await assertStillAdmin(tx);
    const payment = await findPayment(tx, paymentId);
    const order = payment === null ? null : await findOrder(tx, payment.orderId);
    if (payment === null || order === null) throw new AppError("not_found", ORDERS.unknownPayment);
    if (!(await isWaiting(tx, paymentId))) throw new AppError("conflict", ORDERS.nothingWaits);
    const lines = await linesOf(tx, paymentId);
    const applied = await applyEffect(tx, payment, lines, "confirm");
    if (lines.some(({ packageId }) => packageId === promoPackage))
      await notePromo(tx, order, payment);
    await settleFlags(tx, [paymentReference(paymentId)], actor.userId);
    await settleOrder(tx, order, {
      paidAt: payment.paidAt,
      receivedAt: null,
      isCredited: applied.given > 0,
    });
    await notifyBuyer(tx, { order, payment, lines, applied, kind: "confirm" });
    const after = { orderId: order.id, paymentId, points: applied.points };
    await tx.audit({ action: "order.payment_confirmed", subject: order.userId, after });
  });
  return ORDERS.paymentConfirmed;
};
