import { and, eq } from "drizzle-orm";
import { type Section, walk } from "./page.ts";

/** What was bought, and what was paid for it. */
export const SHOP_SECTIONS: readonly Section[] = [
  {
    name: "orders",
    title: "Orders",
    refers: ["orders.user_id"],
    rows: ({ tables: { orders: t }, ...reader }, userId) =>
      walk({
        key: { id: t.id },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { id: t.id },
              row: {
                id: t.id,
                basket: t.ident,
                state: t.state,
                items: t.items,
                currency: t.currency,
                totalCents: t.totalCents,
                hasPromo: t.hasPromo,
                createdAt: t.createdAt,
                paidAt: t.paidAt,
                receivedAt: t.receivedAt,
                creditedAt: t.creditedAt,
              },
            })
            .from(t)
            .where(and(eq(t.userId, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
  {
    name: "payments",
    title: "Payments",
    refers: ["payments.user_id"],
    rows: ({ tables: { payments: t, orders }, ...reader }, userId) =>
      walk({
        key: { id: t.id },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { id: t.id },
              row: {
                id: t.id,
                orderId: t.orderId,
                kind: t.sequence,
                transaction: t.transactionId,
                subscription: t.reference,
                amountCents: t.amountCents,
                currency: orders.currency,
                paidAt: t.paidAt,
                createdAt: t.createdAt,
              },
            })
            .from(t)
            .innerJoin(orders, eq(orders.id, t.orderId))
            .where(and(eq(t.userId, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
  {
    name: "paymentLines",
    title: "What the payments bought",
    refers: [],
    holds: ["payment_lines"],
    rows: ({ tables: { paymentLines: t, payments, orders }, ...reader }, userId) => {
      const key = { paymentId: t.paymentId, line: t.line };
      return walk({
        key,
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key,
              row: {
                paymentId: t.paymentId,
                packageId: t.packageId,
                name: t.name,
                quantity: t.quantity,
                priceCents: t.priceCents,
                currency: orders.currency,
                points: t.points,
                tier: t.tier,
                tierCutAt: t.tierCutAt,
                deliveries: t.deliveries,
                review: t.review,
                isHeld: t.isHeld,
              },
            })
            .from(t)
            .innerJoin(payments, eq(payments.id, t.paymentId))
            .innerJoin(orders, eq(orders.id, payments.orderId))
            .where(and(eq(payments.userId, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      });
    },
  },
  {
    name: "paymentEffects",
    title: "What became of them",
    refers: [],
    holds: ["payment_effects"],
    rows: ({ tables: { paymentEffects: t, payments }, ...reader }, userId) => {
      const key = { paymentId: t.paymentId, line: t.line, kind: t.kind };
      return walk({
        key,
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key,
              row: {
                paymentId: t.paymentId,
                line: t.line,
                kind: t.kind,
                points: t.delta,
                at: t.at,
              },
            })
            .from(t)
            .innerJoin(payments, eq(payments.id, t.paymentId))
            .where(and(eq(payments.userId, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      });
    },
  },
  {
    name: "subscriptions",
    title: "Subscriptions",
    refers: ["subscriptions.user_id"],
    rows: ({ tables: { subscriptions: t }, ...reader }, userId) =>
      walk({
        key: { reference: t.reference },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { reference: t.reference },
              row: {
                reference: t.reference,
                orderId: t.orderId,
                tier: t.tier,
                state: t.state,
                nextPaymentAt: t.nextPaymentAt,
                asOf: t.eventAt,
              },
            })
            .from(t)
            .where(and(eq(t.userId, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
  {
    name: "reservations",
    title: "What your open basket holds",
    refers: ["basket_reservations.user_id"],
    rows: ({ tables: { basketReservations: t }, ...reader }, userId) =>
      walk({
        key: { what: t.what },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { what: t.what },
              row: { what: t.what, orderId: t.orderId, createdAt: t.createdAt },
            })
            .from(t)
            .where(and(eq(t.userId, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
  {
    name: "shopReports",
    title: "What the store has reported of your orders",
    refers: [],
    holds: ["shop_events"],
    rows: ({ tables: { shopEvents: t, orders }, ...reader }, userId) =>
      walk({
        key: { id: t.id },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { id: t.id },
              row: {
                orderId: orders.id,
                type: t.type,
                transaction: t.transactionId,
                at: t.at,
                receivedAt: t.receivedAt,
                body: t.body,
              },
            })
            .from(t)
            .innerJoin(orders, eq(orders.id, t.orderId))
            .where(and(eq(orders.userId, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
];
