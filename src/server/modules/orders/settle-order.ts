import { eq } from "drizzle-orm";
import type { Tx } from "#server/context.ts";
import type { EffectKind, OrderState } from "#shared/constants/shop.ts";
import { settleFlags, unconfirmedReference } from "./flags.ts";
import type { OrderRow } from "./payments.ts";
import { releaseReservations } from "./reservations.ts";

type LineState = { isHeld: boolean; kinds: ReadonlySet<EffectKind> };

/** What ends a dispute. */
export const ENDS: readonly EffectKind[] = ["won", "lost", "closed", "refund"];

/** How an order stands, from what has happened to all its lines. */
const orderState = (lines: readonly LineState[]): OrderState => {
  const isDisputed = ({ kinds }: LineState) =>
    kinds.has("dispute") && !ENDS.some((end) => kinds.has(end));
  if (lines.some(isDisputed)) return "disputed";
  if (lines.some(({ isHeld }) => isHeld)) return "paid";
  const isTakenBack = ({ kinds }: LineState) =>
    kinds.has("refund") || kinds.has("lost") || (kinds.has("dispute") && kinds.has("closed"));
  return lines.some(isTakenBack) ? "refunded" : "paid";
};

const lineStates = async (tx: Tx, orderId: number) => {
  const { payments, paymentLines: l, paymentEffects: e } = tx.tables;
  const rows = await tx
    .select({ paymentId: l.paymentId, line: l.line, isHeld: l.isHeld })
    .from(l)
    .innerJoin(payments, eq(payments.id, l.paymentId))
    .where(eq(payments.orderId, orderId));
  const effects = await tx
    .select({ paymentId: e.paymentId, line: e.line, kind: e.kind })
    .from(e)
    .innerJoin(payments, eq(payments.id, e.paymentId))
    .where(eq(payments.orderId, orderId));
  return rows.map(({ paymentId, line, isHeld }) => ({
    isHeld,
    kinds: new Set(
      effects.flatMap((one) =>
        one.paymentId === paymentId && one.line === line ? [one.kind] : [],
      ),
    ),
  }));
};

/** When an order was first said to be paid, when its event came, and what was paid. */
export type OrderSettlement = {
  paidAt: Date;
  /** Null where an Admin says so, and no event. */
  receivedAt: Date | null;
  isCredited: boolean;
  /** Where it is the order's own payment: what it came to, and whether the promo was in it. */
  totalCents?: number;
  hasPromo?: boolean;
};

/** Puts an order to how it stands now, in the caller's transaction, and tells its buyer and Admins. */
export const settleOrder = async (
  tx: Tx,
  order: OrderRow,
  { paidAt, receivedAt, isCredited, totalCents, hasPromo }: OrderSettlement,
): Promise<void> => {
  const { clock } = tx;
  const { orders } = tx.tables;
  await tx
    .update(orders)
    .set({
      state: orderState(await lineStates(tx, order.id)),
      paidAt: order.paidAt ?? paidAt,
      receivedAt: order.receivedAt ?? receivedAt,
      creditedAt: order.creditedAt ?? (isCredited ? clock.now() : null),
      ...(totalCents !== undefined && { totalCents }),
      ...(hasPromo !== undefined && { hasPromo }),
      nextCheckAt: null,
    })
    .where(eq(orders.id, order.id));
  await releaseReservations(tx, order.id);
  if (isCredited) await settleFlags(tx, [unconfirmedReference(order.id)]);
  tx.publish({ type: "orders.changed", userId: order.userId });
};
