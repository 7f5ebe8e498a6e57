import { and, eq, gte, inArray, sql } from "drizzle-orm";
import { filtersOf, noteRead } from "#server/access/audit-notes.ts";
import type { CtxReader, MemberCtx } from "#server/context/context.ts";
import { keyset, readSorted } from "#server/store/cursor.ts";
import { findFew, findsOne } from "#server/store/search-terms.ts";
import type { Reader, Tables } from "#server/store/store.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import type { OrderState } from "#shared/constants/shop.ts";
import { byTier } from "#shared/rules/community.ts";
import { startOfDay } from "#shared/rules/local-time.ts";
import type { Page } from "#shared/schemas/lists.ts";
import type { AdminOrder, AdminOrderInput, MyOrderInput, Order } from "#shared/schemas/orders.ts";
import { referencesOf } from "./effects.ts";
import { toFlag } from "./flags.ts";

type OrderRow = Tables["orders"]["$inferSelect"];

const CENTS = 100;

/** What belongs to some orders, each in one look-up. */
const findParts = async (reader: Reader, orderIds: readonly number[]) => {
  const { payments, paymentLines: l, paymentEffects: e, deliveries: d } = reader.tables;
  const paid = await reader
    .select()
    .from(payments)
    .where(inArray(payments.orderId, [...orderIds]))
    .orderBy(payments.id);
  const lines = await reader
    .select()
    .from(l)
    .where(
      inArray(
        l.paymentId,
        paid.map(({ id }) => id),
      ),
    );
  const over = await reader
    .select({ paymentId: e.paymentId, line: e.line })
    .from(e)
    .where(
      and(
        inArray(
          e.paymentId,
          paid.map(({ id }) => id),
        ),
        inArray(e.kind, ["confirm", "refund", "lost"]),
      ),
    );
  const overLines = new Set(over.map(({ paymentId, line }) => `${paymentId}:${line}`));
  const references = lines.flatMap(referencesOf);
  const delivered = await reader
    .select({ reference: d.reference, acknowledgedAt: d.acknowledgedAt, isDone: d.isDone })
    .from(d)
    .where(inArray(d.reference, references));
  return {
    /** Whether a line that waited for an Admin does not wait any more. */
    isOver: ({ paymentId, line }: { paymentId: number; line: string }) =>
      overLines.has(`${paymentId}:${line}`),
    paymentsOf: Map.groupBy(paid, ({ orderId }) => orderId),
    linesOf: Map.groupBy(lines, ({ paymentId }) => paymentId),
    deliveryOf: new Map(delivered.map((one) => [one.reference, one])),
  };
};

/** Orders as their buyers see them, in the order given: a few look-ups for all of them. */
const showOrders = async (reader: CtxReader, rows: readonly OrderRow[]): Promise<Order[]> => {
  const ids = rows.map(({ id }) => id);
  const byRank = byTier(reader.config.community.tiers);
  const { paymentsOf, linesOf, deliveryOf, isOver } = await findParts(reader, ids);
  return rows.map((row) => {
    const payments = paymentsOf.get(row.id) ?? [];
    const lines = payments.flatMap(({ id }) => linesOf.get(id) ?? []);
    const waiting = new Map(
      lines.flatMap((line) =>
        line.review === null || isOver(line) ? [] : [[line.paymentId, line.review] as const],
      ),
    );
    const held = lines.filter(({ isHeld }) => isHeld);
    const tiers = lines.flatMap((line) =>
      line.tier !== null && (line.review === null || isOver(line)) ? [{ tier: line.tier }] : [],
    );
    const own = payments.find(({ sequence }) => sequence === "first");
    const bought = own === undefined ? [] : (linesOf.get(own.id) ?? []);
    const waits = lines
      .flatMap(referencesOf)
      .flatMap((reference) => deliveryOf.get(reference) ?? [])
      // What was taken back before a server handed it out is nothing to wait for.
      .filter(({ isDone, acknowledgedAt }) => !isDone || acknowledgedAt !== null);
    return {
      id: row.id,
      state: row.state,
      ident: row.ident,
      items:
        bought.length === 0
          ? [...row.items]
          : bought.map(({ packageId, name, quantity, priceCents }) => ({
              packageId,
              name,
              quantity,
              price: priceCents / CENTS,
            })),
      total: row.totalCents === null ? null : row.totalCents / CENTS,
      currency: row.currency,
      createdAt: row.createdAt.toISOString(),
      paidAt: row.paidAt?.toISOString() ?? null,
      receivedAt: row.receivedAt?.toISOString() ?? null,
      creditedAt: row.creditedAt?.toISOString() ?? null,
      points: held.reduce((sum, { points }) => sum + points, 0),
      tier: tiers.toSorted(byRank).at(-1)?.tier ?? null,
      deliveries: {
        done: waits.filter(({ acknowledgedAt }) => acknowledgedAt !== null).length,
        total: waits.length,
      },
      payments: payments.map(({ id, sequence, transactionId, paidAt, amountCents }) => ({
        id,
        sequence,
        review: waiting.get(id) ?? null,
        transactionId,
        paidAt: paidAt.toISOString(),
        amount: amountCents / CENTS,
        points: (linesOf.get(id) ?? []).reduce(
          (sum, line) => sum + (line.isHeld ? line.points : 0),
          0,
        ),
      })),
    };
  });
};

/**
 * One's own orders, newest first, or one of them.
 * @throws {AppError} `bad_request` for a cursor of another list.
 */
export const listOrders = async (
  { tables, read, actor }: MemberCtx,
  { orderId, cursor, limit = PAGE_SIZE }: MyOrderInput,
): Promise<Page<Order>> => {
  const { orders: t } = tables;
  const list = keyset({ id: t.id });
  const isAsked = orderId === undefined ? undefined : eq(t.id, orderId);
  const rows = await read
    .select()
    .from(t)
    .where(and(eq(t.userId, actor.userId), isAsked, list.before(cursor)))
    .orderBy(...list.order)
    .limit(limit + 1);
  const { shown, nextCursor } = list.page(rows, limit);
  return {
    items: await showOrders(read, shown),
    nextCursor,
  };
};

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
