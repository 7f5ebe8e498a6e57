import type { EventState, FlagKind } from "#shared/constants/shop.ts";

/** The screens on which Admins look after orders, and after what the shop's provider reports. */
export const SHOP_ADMIN = {
  eyebrow: "Administration",
  orders: {
    title: "Orders",
    noMatch: { title: "No order matches.", text: "Try another state or another person." },
    empty: {
      title: "No orders yet",
      text: "As soon as somebody checks out, their order stands here with its whole way.",
    },
  },
  inbox: {
    title: "Inbox",
    intro:
      "Everything that the store has told us, kept before anything is done with it. To work on an event again credits nothing twice.",
    noMatch: { title: "No event matches.", text: "Try another state or another order." },
    empty: {
      title: "Nothing was told yet",
      text: "Payments, refunds and renewals stand here as soon as the store reports them. If somebody has paid and nothing comes, check the store's webhook settings.",
    },
  },
  /** Asked before an order is credited by hand; the buyer's name stands between the two halves. */
  confirm: {
    title: (orderId: number) => `Confirm order #${orderId}?`,
    textBefore:
      "The store is asked whether this order is paid. If it is, what was bought is credited to",
    textAfter: "now. Should the store tell us of it later, nothing is credited twice.",
    action: "Ask and credit",
  },
} as const;

/** What an Admin can do about an order or an event. */
export const SHOP_ADMIN_ACTS = {
  workedOn: (attempts: number, last: string) => `Worked on ${attempts} times, last at ${last}.`,
  onlyThisOrder: "Show only what is about this order",
  workAgain: "Work on it again",
  credit: "Credit the payment",
  creditOf: (orderId: number) => `Credit the payment of order #${orderId}`,
  eventsOf: (orderId: number) => `Events of order #${orderId}`,
  needsLook: "Needs a look",
  neededLook: (orderId: number) => `What needed a look at order #${orderId}`,
  onlyTheirOrders: "Show only what they bought",
} as const;

/** What an Admin should look at, in words. */
export const FLAG_NAMES: Readonly<Record<FlagKind, string>> = {
  unconfirmed: "Paid, but its event never came",
  items: "Something else was bought",
  package: "A package without configuration",
  buyer: "Buyer or order unknown",
  promo: "Promo twice",
  payment: "A payment does not fit its order",
  dispute: "A payment is disputed",
  tier: "A tier is paid for twice",
};

/** How an event stands, in words. */
export const EVENT_STATE_NAMES: Readonly<Record<EventState, string>> = {
  waiting: "Waiting",
  done: "Worked on",
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
  "recurring-payment.cancellation.aborted": "Cancellation taken back",
};

/** What an event says, in words; one that is not known by its own name. */
export const eventName = (type: string): string => EVENT_NAMES[type] ?? type;

/** What Admins read of an order that waits for them. */
export const ORDER_ALARMS = {
  waiting: (orderId: number) => `Order #${orderId} waits for you`,
  unconfirmed:
    "The store says that this order is paid, but its event never came. Credit it by hand, or have the store send the event again.",
  paymentWaiting: (orderId: number) => `A payment of order #${orderId} waits for you`,
  untilConfirmed: (why: string) => `${why} It is not credited until you confirm it.`,
  disputed: (transaction: string) =>
    `Payment ${transaction} is disputed. What it gave is taken back until that is settled.`,
  unknownBasket: (transaction: string) =>
    `Nobody here has made the basket of payment ${transaction}.`,
  unprocessed: (type: string, why: string) => `An event (${type}) could not be worked on. ${why}`,
  otherItems: (bought: string, asked: string) => `Bought: ${bought}. Asked for: ${asked}.`,
} as const;

/** Why a payment waits for an Admin. */
export const PAYMENT_FAULTS = {
  repeated: (orderId: number, transaction: string) =>
    `Order #${orderId} was paid already; ${transaction} pays it again.`,
  noRenewal: (orderId: number, transaction: string) =>
    `${transaction} is called a renewal, but is not one of what order #${orderId} subscribed to.`,
  /** Amounts as text; null where it was paid in another currency, or nothing was taken off. */
  tooLittle: (paid: string | null, transaction: string, due: string, off: string | null) =>
    `${paid ?? "Another currency"} was paid with ${transaction} for what costs ${due}${off === null ? "" : `, with ${off} off`}.`,
  promoTooSoon: "The promo came more often than once within its time.",
} as const;
