import type { EventState, FlagKind } from "#shared/constants/shop.ts";

/** The screens on which Admins look after orders, and after what the shop's provider reports. */
export const SHOP_ADMIN = {
  eyebrow: "Administration",
  orders: {
    title: "Orders",
    paid: "Paid",
    paidFrom: "Paid from",
    noMatch: { title: "No order matches.", text: "Try another state or another person." },
    empty: {
      title: "No orders yet",
      text: "As soon as someone checks out, their order appears here with every step.",
    },
  },
  inbox: {
    title: "Store Events",
    noMatch: { title: "No event matches.", text: "Try another state or another order." },
    empty: {
      title: "No events yet",
      text: "Payments, refunds and renewals appear here as soon as the store reports them. If someone has paid and nothing appears, look at Health: it says whether events were refused. Else check the store's webhook settings.",
    },
  },
  /** Asked before an order is credited by hand; the buyer's name stands between the two halves. */
  confirm: {
    title: (orderId: number) => `Confirm order #${orderId}?`,
    textBefore:
      "We check with the store whether this order is paid. If it is, what was bought is credited to",
    textAfter: "now. If the store reports it later, nothing is credited twice.",
    action: "Check with Tebex",
  },
} as const;

/** What an Admin can do about an order or an event. */
export const SHOP_ADMIN_ACTS = {
  workedOn: (attempts: number, last: string) => `Processed ${attempts} times, last at ${last}.`,
  happened: "Happened",
  eventType: "Type",
  eventId: "Event",
  onlyThisOrder: "Show only this order",
  seeOrder: "See order",
  workAgain: "Replay it: replaying never credits twice",
  credit: "Credit the payment",
  creditOf: (orderId: number) => `Credit the payment of order #${orderId}`,
  eventsOf: (orderId: number) => `Events of order #${orderId}`,
  needsLook: "Needs a look",
  asked: "Total, not paid",
  neededLook: (orderId: number) => `What needed a look at order #${orderId}`,
  onlyTheirOrders: "Show only their orders",
} as const;

/** What an Admin should look at, in words. */
export const FLAG_NAMES: Readonly<Record<FlagKind, string>> = {
  unconfirmed: "Paid, but no event arrived",
  items: "Different items were bought",
  package: "A package is not configured",
  buyer: "Buyer or order unknown",
  promo: "Promo claimed twice",
  payment: "A payment does not fit its order",
  dispute: "A payment is disputed",
  tier: "A tier is paid for twice",
  benefits: "To be given by hand",
};

/** How an event stands, in words. */
export const EVENT_STATE_NAMES: Readonly<Record<EventState, string>> = {
  waiting: "Waiting",
  done: "Processed",
  flagged: SHOP_ADMIN_ACTS.needsLook,
  ignored: "Nothing to do",
};

/** What Tebex tells, by the names that it gives. */
const EVENT_NAMES: Readonly<Record<string, string>> = {
  "payment.completed": "Payment completed",
  "payment.declined": "Payment declined",
  "payment.refunded": "Payment refunded",
  "payment.dispute.opened": "Dispute opened",
  "payment.dispute.won": "Dispute won",
  "payment.dispute.lost": "Dispute lost",
  "payment.dispute.closed": "Dispute closed",
  "recurring-payment.started": "Subscription started",
  "recurring-payment.renewed": "Subscription renewed",
  "recurring-payment.ended": "Subscription ended",
  "recurring-payment.cancellation.requested": "Subscription cancelled",
  "recurring-payment.cancellation.aborted": "Cancellation withdrawn",
};

/** What an event says, in words; one that is not known by its own name. */
export const eventName = (type: string): string => EVENT_NAMES[type] ?? type;

/** What Admins read of an order that waits for them. */
export const ORDER_ALARMS = {
  waiting: (orderId: number) => `Order #${orderId} waits for you`,
  unconfirmed:
    "The store says that this order is paid, but no event arrived. Credit it by hand, or have the store send the event again.",
  paymentWaiting: (orderId: number) => `A payment of order #${orderId} waits for you`,
  untilConfirmed: (why: string) => `${why} It is not credited until you confirm it.`,
  disputed: (transaction: string) =>
    `Payment ${transaction} is disputed. What it gave is taken back until that is settled.`,
  unknownBasket: (transaction: string) =>
    `Payment ${transaction} is for a basket that nobody here created.`,
  unprocessed: (type: string, why: string) => `An event (${type}) could not be processed. ${why}`,
  byHand: (title: string, benefits: readonly string[]) => `${title}: ${benefits.join("; ")}.`,
  otherItems: (bought: string, asked: string) => `Bought: ${bought}. Asked for: ${asked}.`,
} as const;

/** Why a payment waits for an Admin. */
export const PAYMENT_FAULTS = {
  repeated: (orderId: number, transaction: string) =>
    `Order #${orderId} was already paid; ${transaction} pays it again.`,
  noRenewal: (orderId: number, transaction: string) =>
    `${transaction} is called a renewal, but is not one of what order #${orderId} subscribed to.`,
  /** Amounts as text; null where it was paid in another currency, or nothing was taken off. */
  tooLittle: (paid: string | null, transaction: string, due: string, off: string | null) =>
    `${paid ?? "Another currency"} was paid with ${transaction} for what costs ${due}${off === null ? "" : `, with ${off} off`}.`,
  promoTooSoon: "The promo was claimed more than once within its time.",
} as const;
