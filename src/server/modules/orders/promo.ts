import { and, desc, eq, gt, isNotNull, lt, ne } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";
import type { Reader } from "#server/store/store.ts";
import { PROMO_COOLDOWN_DAYS } from "#shared/constants/shop.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import type { OrderRow, PaymentRow } from "./payments.ts";

/** So long after it was received the promo cannot be had again [SHOP-08]. */
const PROMO_MS = PROMO_COOLDOWN_DAYS * DAY_MS;

/** Whether another order of the member brought the promo less than 31 days before or after. */
const hasOtherPromo = async (tx: Tx, { id, userId }: OrderRow, at: Date): Promise<boolean> => {
  const { orders: t } = tx.tables;
  const around = and(
    gt(t.paidAt, new Date(at.getTime() - PROMO_MS)),
    lt(t.paidAt, new Date(at.getTime() + PROMO_MS)),
  );
  const others = await tx
    .select({ id: t.id })
    .from(t)
    .where(
      and(
        eq(t.userId, userId),
        eq(t.hasPromo, true),
        around,
        ne(t.id, id),
        isNotNull(t.creditedAt),
      ),
    )
    .limit(1);
  return others.length > 0;
};

const lastReceivedPromo = async (reader: Reader, userId: string): Promise<Date | null> => {
  const { users } = reader.tables;
  const [buyer] = await reader
    .select({ at: users.promoReceivedAt })
    .from(users)
    .where(eq(users.id, userId));
  return buyer?.at ?? null;
};

/** Whether the member received the promo with something else less than 31 days before or after. */
export const isPromoTooSoon = async (
  tx: Tx,
  order: OrderRow,
  payment: PaymentRow,
): Promise<boolean> => {
  const at = order.paidAt ?? payment.paidAt;
  const last = await lastReceivedPromo(tx, order.userId);
  const isTooSoon =
    last !== null &&
    last.getTime() !== at.getTime() &&
    Math.abs(at.getTime() - last.getTime()) < PROMO_MS;
  // One that was received in the same second is told by its order alone.
  return isTooSoon || (await hasOtherPromo(tx, order, at));
};

/** When a member last paid for an order with the promo; null for never. */
export const lastPaidPromo = async (reader: Reader, userId: string): Promise<Date | null> => {
  const { orders } = reader.tables;
  const [last] = await reader
    .select({ paidAt: orders.paidAt })
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.hasPromo, true), isNotNull(orders.paidAt)))
    .orderBy(desc(orders.paidAt))
    .limit(1);
  return last?.paidAt ?? null;
};

/** When a member can have the promo again; null for one who never had it. */
export const promoAgainAt = async (reader: Reader, userId: string): Promise<Date | null> => {
  const received = await lastReceivedPromo(reader, userId);
  const paid = await lastPaidPromo(reader, userId);
  const lastMs = Math.max(received?.getTime() ?? 0, paid?.getTime() ?? 0);
  return lastMs === 0 ? null : new Date(lastMs + PROMO_MS);
};
