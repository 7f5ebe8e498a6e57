import { and, desc, eq, isNotNull } from "drizzle-orm";
import type { Reader } from "#server/store/store.ts";

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
