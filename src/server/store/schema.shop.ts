import {
  EFFECT_KINDS,
  EVENT_STATES,
  FLAG_KINDS,
  ORDER_STATES,
  PAYMENT_SEQUENCES,
  REVIEW_REASONS,
  SUBSCRIPTION_STATES,
} from "#shared/constants/shop.ts";
import type { OrderItem } from "#shared/schemas/orders.ts";
import type { Kit } from "./columns.ts";

/** The id of a user, who cannot be removed while the row is there. */
type UserId = (name?: string) => ReturnType<ReturnType<Kit["text"]>["notNull"]>;

/** What members buy at Tebex, and what it tells us of that. */
export const shopTables = (kit: Kit, userId: UserId) => {
  /** A basket that somebody made, and what became of it. */
  const orders = kit.table(
    "orders",
    {
      id: kit.id("id"),
      userId: userId(),
      /** Tebex's name of the basket; null until it has made one. */
      ident: kit.text("ident"),
      state: kit.choice("state", ORDER_STATES).notNull(),
      /** What was asked for, at the prices of that moment. */
      items: kit.json("items").$type<readonly OrderItem[]>().notNull(),
      currency: kit.text("currency").notNull(),
      /** What its first payment came to; null until it is paid. */
      totalCents: kit.integer("total_cents"),
      /** Whether the promo was put into it. */
      hasPromo: kit.boolean("has_promo").notNull(),
      createdAt: kit.time("created_at").notNull(),
      paidAt: kit.time("paid_at"),
      receivedAt: kit.time("received_at"),
      creditedAt: kit.time("credited_at"),
      /** When Tebex is asked about it next; null where nothing is to be asked. */
      nextCheckAt: kit.time("next_check_at"),
      /** Who changes its basket at Tebex just now, and until when at most; null for nobody. */
      claimedBy: kit.text("claimed_by"),
      claimedUntil: kit.time("claimed_until"),
    },
    (t) => [
      kit.uniqueIndex("orders_ident").on(t.ident),
      kit.index("orders_user").on(t.userId, t.id),
      kit.index("orders_state").on(t.state, t.id),
      kit.index("orders_total").on(t.totalCents, t.id),
      kit.index("orders_paid").on(t.paidAt, t.id),
      kit.index("orders_promo").on(t.userId, t.hasPromo, t.paidAt),
      kit.index("orders_check").on(t.nextCheckAt, t.id),
    ],
  );
  const payments = kit.table(
    "payments",
    {
      id: kit.id("id"),
      /** `order:12` for an order's own payment, `transaction:tbx-1` for a later one: one row each. */
      key: kit.text("key").notNull(),
      orderId: kit
        .integer("order_id")
        .notNull()
        .references(() => orders.id, { onDelete: "restrict" }),
      userId: userId(),
      sequence: kit.choice("sequence", PAYMENT_SEQUENCES).notNull(),
      /** Tebex's number; null where an Admin confirmed the order before its event came. */
      transactionId: kit.text("transaction_id"),
      /** The subscription that it is for. */
      reference: kit.text("reference"),
      amountCents: kit.integer("amount_cents").notNull(),
      paidAt: kit.time("paid_at").notNull(),
      createdAt: kit.time("created_at").notNull(),
    },
    (t) => [
      kit.uniqueIndex("payments_key").on(t.key),
      kit.uniqueIndex("payments_transaction").on(t.transactionId),
      kit.index("payments_order").on(t.orderId, t.id),
      kit.index("payments_user").on(t.userId, t.id),
      kit.index("payments_reference").on(t.reference, t.id),
      kit.index("payments_paid").on(t.paidAt, t.orderId, t.amountCents),
    ],
  );
  return {
    orders,
    payments,
    /** What one open basket of a member has, so that no other can: the promo, and each tier by its key. */
    basketReservations: kit.table(
      "basket_reservations",
      {
        userId: userId(),
        what: kit.text("what").notNull(),
        orderId: kit
          .integer("order_id")
          .notNull()
          .references(() => orders.id, { onDelete: "restrict" }),
        createdAt: kit.time("created_at").notNull(),
      },
      (t) => [
        kit.primaryKey({ columns: [t.userId, t.what] }),
        kit.index("basket_reservations_order").on(t.orderId),
      ],
    ),
    /** What a payment bought, by package; a second line of the same package is `6036711#2`. */
    paymentLines: kit.table(
      "payment_lines",
      {
        paymentId: kit
          .integer("payment_id")
          .notNull()
          .references(() => payments.id, { onDelete: "restrict" }),
        line: kit.text("line").notNull(),
        packageId: kit.integer("package_id").notNull(),
        name: kit.text("name").notNull(),
        quantity: kit.integer("quantity").notNull(),
        priceCents: kit.integer("price_cents").notNull(),
        /** Of all its pieces, as configured when it was first worked on. */
        points: kit.integer("points").notNull(),
        /** The key of the tier that it is a month of; null for none. */
        tier: kit.text("tier"),
        /** When its subscription ended, or an end was given by hand: nothing is left of its month. */
        tierCutAt: kit.time("tier_cut_at"),
        /** How many deliveries it left for game servers. */
        deliveries: kit.integer("deliveries").notNull(),
        /** Why an Admin has to confirm it before it gives anything; null where nobody has to. */
        review: kit.choice("review", REVIEW_REASONS),
        /** Whether the member has now what it gives. */
        isHeld: kit.boolean("is_held").notNull(),
      },
      (t) => [kit.primaryKey({ columns: [t.paymentId, t.line] })],
    ),
    /** What has happened to a line, each once: whether it is held follows from them. */
    paymentEffects: kit.table(
      "payment_effects",
      {
        paymentId: kit
          .integer("payment_id")
          .notNull()
          .references(() => payments.id, { onDelete: "restrict" }),
        line: kit.text("line").notNull(),
        kind: kit.choice("kind", EFFECT_KINDS).notNull(),
        /** Points that it moved. */
        delta: kit.integer("delta").notNull(),
        at: kit.time("at").notNull(),
      },
      (t) => [kit.primaryKey({ columns: [t.paymentId, t.line, t.kind] })],
    ),
    subscriptions: kit.table(
      "subscriptions",
      {
        /** Tebex's name of it. */
        reference: kit.text("reference").primaryKey(),
        userId: userId(),
        orderId: kit
          .integer("order_id")
          .notNull()
          .references(() => orders.id, { onDelete: "restrict" }),
        tier: kit.text("tier").notNull(),
        state: kit.choice("state", SUBSCRIPTION_STATES).notNull(),
        nextPaymentAt: kit.time("next_payment_at"),
        /** Of the newest event that it follows: older ones change nothing. */
        eventAt: kit.time("event_at").notNull(),
      },
      (t) => [kit.index("subscriptions_user").on(t.userId, t.reference)],
    ),
    /** What Tebex has told us, kept before anything is done with it. */
    shopEvents: kit.table(
      "shop_events",
      {
        id: kit.id("id"),
        eventId: kit.text("event_id").notNull(),
        type: kit.text("type").notNull(),
        /** As sent, without what it says of the customer. */
        body: kit.json("body").notNull(),
        state: kit.choice("state", EVENT_STATES).notNull(),
        at: kit.time("at").notNull(),
        receivedAt: kit.time("received_at").notNull(),
        doneAt: kit.time("done_at"),
        attempts: kit.integer("attempts").notNull(),
        nextAttemptAt: kit.time("next_attempt_at").notNull(),
        error: kit.text("error"),
        transactionId: kit.text("transaction_id"),
        orderId: kit.integer("order_id"),
      },
      (t) => [
        kit.uniqueIndex("shop_events_event").on(t.eventId),
        kit.index("shop_events_due").on(t.state, t.nextAttemptAt),
        kit.index("shop_events_state").on(t.state, t.id),
        kit.index("shop_events_received").on(t.receivedAt, t.id),
        kit.index("shop_events_order").on(t.orderId, t.id),
      ],
    ),
    /** What an Admin should look at. */
    shopFlags: kit.table(
      "shop_flags",
      {
        id: kit.id("id"),
        /** What it is about; one row each, ever. */
        reference: kit.text("reference").notNull(),
        kind: kit.choice("kind", FLAG_KINDS).notNull(),
        orderId: kit.integer("order_id"),
        eventId: kit.integer("event_id"),
        /** The payment that waits for an Admin; null where there is none to confirm. */
        paymentId: kit.integer("payment_id"),
        details: kit.text("details").notNull(),
        createdAt: kit.time("created_at").notNull(),
        isResolved: kit.boolean("is_resolved").notNull(),
        resolvedAt: kit.time("resolved_at"),
        resolvedBy: kit.text("resolved_by"),
      },
      (t) => [
        kit.uniqueIndex("shop_flags_reference").on(t.reference),
        kit.index("shop_flags_open").on(t.isResolved, t.id),
        kit.index("shop_flags_order").on(t.orderId, t.id),
        kit.index("shop_flags_event").on(t.eventId, t.isResolved),
      ],
    ),
  };
};
