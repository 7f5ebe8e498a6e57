import { and, eq } from "drizzle-orm";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import type { Order } from "#shared/schemas/orders.ts";
import type { MemberContext } from "#server/context.ts";
import { keyset } from "#server/store/cursor.ts";
import { showOrders } from "./order-shape.ts";

/**
 * One's own orders, newest first.
 * @throws {AppError} `bad_request` for a cursor of another list.
 */
export const listOrders = async (
  { store, actor }: MemberContext,
  { cursor, limit = PAGE_SIZE }: { cursor?: string | null | undefined; limit?: number | undefined },
): Promise<{ items: Order[]; nextCursor: string | null }> => {
  const { orders: t } = store.tables;
  const list = keyset({ id: t.id });
  const rows = await store.read
    .select()
    .from(t)
    .where(and(eq(t.userId, actor.userId), list.before(cursor)))
    .orderBy(...list.order)
    .limit(limit + 1);
  const { shown, nextCursor } = list.page(rows, limit);
  return {
    items: await showOrders(store, store.read, shown),
    nextCursor,
  };
};
