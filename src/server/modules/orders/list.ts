import { and, eq, inArray } from "drizzle-orm";
import type { CtxReader, MemberCtx } from "#server/context/context.ts";
import { keyset } from "#server/store/cursor.ts";
import type { Reader, Tables } from "#server/store/store.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { byTier } from "#shared/rules/tiers.ts";
import type { Page } from "#shared/schemas/lists.ts";
import type { Order, MyOrderInput } from "#shared/schemas/orders.ts";
import { referencesOf } from "./deliveries.ts";

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
export const showOrders = async (
  reader: CtxReader,
  rows: readonly OrderRow[],
): Promise<Order[]> => {
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
