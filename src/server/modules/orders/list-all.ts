import { and, eq, gte, inArray, sql } from "drizzle-orm";
import { filtersOf, noteRead } from "#server/access/note-read.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { readSorted } from "#server/store/cursor.ts";
import { findFew, findsOne } from "#server/store/selectivity.ts";
import type { Reader } from "#server/store/store.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import type { OrderState } from "#shared/constants/shop.ts";
import { startOfDay } from "#shared/rules/local-time.ts";
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

const IN_OTHER_ORDERS: ReadonlySet<string | undefined> = new Set([
  "total",
  "-total",
  "paid",
  "-paid",
]);

/**
 * Of one person's orders, and of those that are sorted by total or payment, each is looked at: without its
 * statistics SQLite would go through everybody's of that state, and sort them.
 */
const inState = (
  { tables: { orders: t } }: Reader,
  state: OrderState,
  { userId, sort }: Pick<AdminOrderInput, "userId" | "sort">,
) =>
  userId !== undefined || IN_OTHER_ORDERS.has(sort)
    ? sql`${t.state} || '' = ${state}`
    : eq(t.state, state);

/** Whether something was paid for it on that day or later, where the community is. */
const isPaidSince = async (ctx: MemberCtx, day: string) => {
  const { orders: t, payments } = ctx.tables;
  const isSince = gte(payments.paidAt, startOfDay(day, ctx.config.community.timezone));
  const some = await findFew(
    ctx.read.select({ id: payments.orderId }).from(payments).where(isSince),
  );
  return some === null
    ? findsOne(
        ctx.read
          .select({ id: payments.orderId })
          .from(payments)
          .where(and(eq(payments.orderId, t.id), isSince)),
      )
    : inArray(t.id, [...new Set(some.map(({ id }) => id))]);
};

/**
 * Everybody's orders, newest first unless they are sorted, with what an Admin should look at.
 * @throws {AppError} `bad_request` for a cursor of another list or order.
 */
export const listAllOrders = async (
  ctx: MemberCtx,
  { state, userId, orderId, paidFrom, sort, cursor, limit = PAGE_SIZE }: AdminOrderInput,
): Promise<Page<AdminOrder>> => {
  await noteRead(ctx, {
    action: "orders.listed",
    subject: userId ?? null,
    after: filtersOf({ state, orderId, paidFrom }),
  });
  const { orders: t } = ctx.tables;
  const isWanted = and(
    state === undefined ? undefined : inState(ctx.read, state, { userId, sort }),
    userId === undefined ? undefined : eq(t.userId, userId),
    orderId === undefined ? undefined : eq(t.id, orderId),
    paidFrom === undefined ? undefined : await isPaidSince(ctx, paidFrom),
  );
  const { shown, nextCursor } = await readSorted(
    {
      columns: { id: t.id, totalCents: t.totalCents, state: t.state, paidAt: t.paidAt },
      own: ["id"],
      by: {
        number: ["id"],
        total: ["totalCents", "id"],
        state: ["state", "id"],
        paid: ["paidAt", "id"],
      },
      sort,
    },
    { cursor, limit },
    (isAfter, order, rows) =>
      ctx.read
        .select()
        .from(t)
        .where(and(isWanted, isAfter))
        .orderBy(...order)
        .limit(rows),
  );
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
