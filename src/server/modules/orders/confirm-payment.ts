import { and, eq, isNotNull } from "drizzle-orm";
import { ORDERS } from "#shared/shop-messages.ts";
import { writeAudit } from "#server/auth/audit.ts";
import { assertStillAdmin } from "#server/auth/still-admin.ts";
import type { MemberContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { Tx } from "#server/store/store.ts";
import { notePromo } from "./compare-order.ts";
import { applyEffect } from "./effects.ts";
import { paymentReference, settleFlags } from "./flags.ts";
import { linesOf } from "./lines.ts";
import { findOrder, findPayment } from "./payments.ts";
import { settleOrder } from "./settle-order.ts";
import { tellBuyer } from "./tell-buyer.ts";

/** Whether a payment has lines that an Admin has not confirmed, and nothing took them back since. */
export const isWaiting = async (
  { store }: Pick<MemberContext, "store">,
  tx: Tx,
  paymentId: number,
): Promise<boolean> => {
  const { paymentLines: l, paymentEffects: e } = store.tables;
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
  ctx: MemberContext,
  { paymentId }: { paymentId: number },
): Promise<string> => {
  const { store, clock, actor, config } = ctx;
  const { promoPackage } = config.community.shop;
  await store.write(async (tx) => {
    await assertStillAdmin(ctx, tx);
    const payment = await findPayment(store, tx, paymentId);
    const order = payment === null ? null : await findOrder(store, tx, payment.orderId);
    if (payment === null || order === null) throw new AppError("not_found", ORDERS.unknownPayment);
    if (!(await isWaiting(ctx, tx, paymentId))) throw new AppError("conflict", ORDERS.nothingWaits);
    const lines = await linesOf(store, tx, paymentId);
    const applied = await applyEffect(ctx, tx, payment, lines, "confirm");
    if (lines.some(({ packageId }) => packageId === promoPackage))
      await notePromo(ctx, tx, order, payment);
    await settleFlags(store, tx, clock, [paymentReference(paymentId)], actor.userId);
    await settleOrder(ctx, tx, order, {
      paidAt: payment.paidAt,
      receivedAt: null,
      isCredited: applied.given > 0,
    });
    await tellBuyer(ctx, tx, { order, payment, lines, applied, kind: "confirm" });
    const entry = { actorId: actor.userId, subject: order.userId };
    const after = { orderId: order.id, paymentId, points: applied.points };
    await writeAudit(ctx, tx, { action: "order.payment_confirmed", ...entry, after });
  });
  return ORDERS.paymentConfirmed;
};
