import { inArray } from "drizzle-orm";
import { PAID_TIERS } from "#shared/constants/tiers.ts";
import type { Order } from "#shared/schemas/orders.ts";
import type { Reader, Store, Tables } from "#server/store/store.ts";
import { referencesOf } from "./deliveries.ts";

type OrderRow = Tables["orders"]["$inferSelect"];

const CENTS = 100;

/** What belongs to some orders, each in one look-up. */
const findParts = async (store: Store, reader: Reader, orderIds: readonly number[]) => {
  const { payments, paymentLines: l, deliveries: d } = store.tables;
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
  const references = lines.flatMap(referencesOf);
  const delivered = await reader
    .select({ reference: d.reference, acknowledgedAt: d.acknowledgedAt, isDone: d.isDone })
    .from(d)
    .where(inArray(d.reference, references));
  return {
    paymentsOf: Map.groupBy(paid, ({ orderId }) => orderId),
    linesOf: Map.groupBy(lines, ({ paymentId }) => paymentId),
    deliveryOf: new Map(delivered.map((one) => [one.reference, one])),
  };
};

/** Orders as their buyers see them, in the order given: a few look-ups for all of them. */
export const showOrders = async (
  store: Store,
  reader: Reader,
  rows: readonly OrderRow[],
): Promise<Order[]> => {
  const ids = rows.map(({ id }) => id);
  const { paymentsOf, linesOf, deliveryOf } = await findParts(store, reader, ids);
  return rows.map((row) => {
    const payments = paymentsOf.get(row.id) ?? [];
    const lines = payments.flatMap(({ id }) => linesOf.get(id) ?? []);
    const held = lines.filter(({ isHeld }) => isHeld);
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
      tier: PAID_TIERS.findLast((tier) => lines.some((line) => line.tier === tier)) ?? null,
      deliveries: {
        done: waits.filter(({ acknowledgedAt }) => acknowledgedAt !== null).length,
        total: waits.length,
      },
      payments: payments.map(({ id, sequence, transactionId, paidAt, amountCents }) => ({
        sequence,
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
