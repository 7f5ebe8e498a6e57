import { z } from "zod/mini";
import { EVENT_SORTS, ORDER_SORTS } from "#shared/constants/lists.ts";
import {
  EVENT_STATES,
  FLAG_KINDS,
  ORDER_STATES,
  PAYMENT_SEQUENCES,
  REVIEW_REASONS,
  SUBSCRIPTION_STATES,
} from "#shared/constants/shop.ts";
import { pageInput, pageOf, recordId, userId } from "./lists.ts";

/** A package of an order: what was asked for, or what Tebex says was bought once it says so. */
export const orderItem = z.object({
  packageId: z.int(),
  name: z.string(),
  quantity: z.int(),
  /** Of the line, in the order's currency. */
  price: z.number(),
});
export type OrderItem = z.infer<typeof orderItem>;

/** One payment of an order: its own, and one for each month that a subscription was renewed. */
const orderPayment = z.object({
  id: z.int(),
  sequence: z.enum(PAYMENT_SEQUENCES),
  /** Why it gives nothing until an Admin confirms it; null where nobody has to. */
  review: z.nullable(z.enum(REVIEW_REASONS)),
  /** Tebex's number of it; null where an Admin confirmed the order without one. */
  transactionId: z.nullable(z.string()),
  paidAt: z.iso.datetime(),
  amount: z.number(),
  /** Points that it gives now: none once they were taken back. */
  points: z.int(),
});

/** An order with its way: basket, paid, received, credited, delivered in game. */
export const order = z.object({
  id: z.int(),
  state: z.enum(ORDER_STATES),
  /** Tebex's name of the basket, by which an open one is paid on; null where it has none. */
  ident: z.nullable(z.string()),
  items: z.array(orderItem),
  /** What was paid, or what the basket comes to; null where Tebex has not said. */
  total: z.nullable(z.number()),
  currency: z.string(),
  createdAt: z.iso.datetime(),
  /** When Tebex first said that it is paid. */
  paidAt: z.nullable(z.iso.datetime()),
  /** When its signed event came. */
  receivedAt: z.nullable(z.iso.datetime()),
  creditedAt: z.nullable(z.iso.datetime()),
  /** Points of all its payments that have not been taken back. */
  points: z.int(),
  tier: z.nullable(z.string()),
  deliveries: z.object({ done: z.int(), total: z.int() }),
  payments: z.array(orderPayment),
});
export type Order = z.infer<typeof order>;
export const orderPage = pageOf(order);
export const myOrderInput = z.extend(pageInput, {
  /** This one alone. */
  orderId: z.optional(recordId),
});
export type MyOrderInput = z.infer<typeof myOrderInput>;

/** Something about an order or an event that an Admin should look at. */
export const flag = z.object({
  id: z.int(),
  kind: z.enum(FLAG_KINDS),
  orderId: z.nullable(z.int()),
  eventId: z.nullable(z.int()),
  /** The payment that an Admin can confirm; null where there is none. */
  paymentId: z.nullable(z.int()),
  /** One sentence. */
  details: z.string(),
  createdAt: z.iso.datetime(),
  resolvedAt: z.nullable(z.iso.datetime()),
  resolvedBy: z.nullable(z.string()),
});
export type Flag = z.infer<typeof flag>;
export const flagPage = pageOf(flag);
export const flagInput = z.extend(pageInput, {
  isResolved: z._default(z.boolean(), false),
  /** Those about this order. */
  orderId: z.optional(recordId),
});
export type FlagInput = z.infer<typeof flagInput>;

/** An order as Admins see it. */
export const adminOrder = z.extend(order, {
  userId: z.string(),
  /** Discord name, else first and last name. */
  buyer: z.string(),
  flags: z.array(flag),
});
export type AdminOrder = z.infer<typeof adminOrder>;
export const adminOrderPage = pageOf(adminOrder);
export const adminOrderInput = z.extend(pageInput, {
  state: z.optional(z.enum(ORDER_STATES)),
  userId: z.optional(userId),
  /** This one alone. */
  orderId: z.optional(recordId),
  /** Those for which something was paid on that day or later, where the community is: "2026-12-01". */
  paidFrom: z.optional(z.iso.date()),
  /** Without it the newest come first. */
  sort: z.optional(z.enum(ORDER_SORTS)),
});
export type AdminOrderInput = z.infer<typeof adminOrderInput>;
export const orderId = z.object({ orderId: recordId });
export const paymentId = z.object({ paymentId: recordId });

/** An event of Tebex, as it lies in the inbox: without what it says of the customer. */
export const inboxEvent = z.object({
  id: z.int(),
  /** Tebex's own id of it. */
  eventId: z.string(),
  type: z.string(),
  state: z.enum(EVENT_STATES),
  receivedAt: z.iso.datetime(),
  /** When it happened, as Tebex says. */
  at: z.iso.datetime(),
  doneAt: z.nullable(z.iso.datetime()),
  attempts: z.int(),
  /** Why it could not be worked on, in one sentence. */
  error: z.nullable(z.string()),
  transactionId: z.nullable(z.string()),
  orderId: z.nullable(z.int()),
});
export type InboxEvent = z.infer<typeof inboxEvent>;
export const inboxPage = pageOf(inboxEvent);
export const inboxInput = z.extend(pageInput, {
  state: z.optional(z.enum(EVENT_STATES)),
  orderId: z.optional(recordId),
  /** The first moment of the period in which they came, and the first one after it. */
  from: z.optional(z.iso.datetime()),
  until: z.optional(z.iso.datetime()),
  /** Without it the newest come first. */
  sort: z.optional(z.enum(EVENT_SORTS)),
});
export type InboxInput = z.infer<typeof inboxInput>;
export const inboxEventId = z.object({ id: recordId });
export const flagId = z.object({ id: recordId });
/** How many open flags and waiting events there are, up to 100. */
export const shopTrouble = z.object({ flags: z.int(), waiting: z.int() });

/** What a member has subscribed to. */
const memberSubscription = z.object({
  tier: z.string(),
  state: z.enum(SUBSCRIPTION_STATES),
  /** When it is paid next; null once it was cancelled. */
  nextPaymentAt: z.nullable(z.iso.datetime()),
  orderId: z.int(),
});
/** The subscription page: the tiers that run, and what is paid for them. */
export const subscriptionStatus = z.object({
  /** Highest first, each with its own end [POINTS-06]. */
  tiers: z.array(z.object({ tier: z.string(), endsAt: z.iso.datetime() })),
  subscriptions: z.array(memberSubscription),
  /** Where they are cancelled: at Tebex. Null where the community names no such place. */
  manageUrl: z.nullable(z.string()),
});
export type SubscriptionStatus = z.infer<typeof subscriptionStatus>;
