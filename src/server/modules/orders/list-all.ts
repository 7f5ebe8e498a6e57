import { and, eq, inArray, sql } from "drizzle-orm";
import { filtersOf, noteRead } from "#server/access/note-read.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { keyset } from "#server/store/cursor.ts";
import type { Reader } from "#server/store/store.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import type { OrderState } from "#shared/constants/shop.ts";
import type { Page } from "#shared/schemas/lists.ts";
import type { AdminOrder, AdminOrderInput } from "#shared/schemas/orders.ts";
import { toFlag } from "./flags.ts";
import { showOrders } from "./list.ts";

/** Who is shown as the buyer of a member's orders: the Discord name, else first and last name. */
const findBuyers = async (
  reader: Reader,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const { users, links } = reader.tables;
  const rows = await reader
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      discord: links.name,
    })
    .from(users)
    .leftJoin(links, and(eq(links.userId, users.id), eq(links.platform, "discord")))
    .where(inArray(users.id, [...userIds]));
  return new Map(
    rows.map(({ id, firstName, lastName, discord }) => [
      id,
      discord ?? `${firstName} ${lastName}`.trim(),
    ]),
  );
};

const findFlags = (reader: Reader, orderIds: number[]) => {
  const { shopFlags: t } = reader.tables;
  return reader.select().from(t).where(inArray(t.orderId, orderIds)).orderBy(t.id);
};

/**
 * Of one person's orders only these are looked at: without its statistics SQLite would go through
 * everybody's of that state.
 */
const inState = (
  { tables: { orders: t } }: Reader,
  state: OrderState,
  userId: string | undefined,
) => (userId === undefined ? eq(t.state, state) : sql`${t.state} || '' = ${state}`);

/**
 * Everybody's orders, newest first, with what an Admin should look at.
 * @throws {AppError} `bad_request` for a cursor of another list.
 */
export const listAllOrders = async (
  ctx: MemberCtx,
  { state, userId, cursor, limit = PAGE_SIZE }: AdminOrderInput,
): Promise<Page<AdminOrder>> => {
  await noteRead(ctx, {
    action: "orders.listed",
    subject: userId ?? null,
    after: filtersOf({ state }),
  });
  const { orders: t } = ctx.tables;
  const list = keyset({ id: t.id });
  const rows = await ctx.read
    .select()
    .from(t)
    .where(
      and(
        state === undefined ? undefined : inState(ctx.read, state, userId),
        userId === undefined ? undefined : eq(t.userId, userId),
        list.before(cursor),
      ),
    )
    .orderBy(...list.order)
    .limit(limit + 1);
  const { shown, nextCursor } = list.page(rows, limit);
  const [orders, buyers, flags] = await Promise.all([
    showOrders(ctx.read, shown),
    findBuyers(ctx.read, [...new Set(shown.map((row) => row.userId))]),
    findFlags(
      ctx.read,
      shown.map(({ id }) => id),
    ),
  ]);
  const buyerOf = new Map(shown.map((row) => [row.id, row.userId]));
  return {
    items: orders.map((order) => {
      const buyerId = buyerOf.get(order.id) ?? "";
      return Object.assign(order, {
        userId: buyerId,
        buyer: buyers.get(buyerId) ?? "",
        flags: flags.filter(({ orderId }) => orderId === order.id).map(toFlag),
      });
    }),
    nextCursor,
  };
};
