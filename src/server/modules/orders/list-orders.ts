import { and, eq } from "drizzle-orm";
import type { MemberCtx } from "#server/context.ts";
import { keyset } from "#server/store/cursor.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import type { Order } from "#shared/schemas/orders.ts";
import { showOrders } from "./order-shape.ts";

/**
 * One's own orders, newest first.
 * @throws {AppError} `bad_request` for a cursor of another list.
 */
export const listOrders = async (
  { tables, read, actor }: MemberCtx,
  { cursor, limit = PAGE_SIZE }: { cursor?: string | null | undefined; limit?: number | undefined },
): Promise<{ items: Order[]; nextCursor: string | null }> => {
  const { orders: t } = tables;
  const list = keyset({ id: t.id });
  const rows = await read
    .select()
    .from(t)
    .where(and(eq(t.userId, actor.userId), list.before(cursor)))
    .orderBy(...list.order)
    .limit(limit + 1);
  const { shown, nextCursor } = list.page(rows, limit);
  return {
    items: await showOrders(read, shown),
    nextCursor,
  };
};
