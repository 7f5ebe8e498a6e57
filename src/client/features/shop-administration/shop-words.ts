import type { EventState, FlagKind } from "#shared/constants/shop.ts";

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
  flagged: "Needs a look",
  ignored: "Nothing to do",
};

export const EVENT_STATE_TONES: Readonly<Record<EventState, string>> = {
  waiting: "bg-amber/15 text-amber-strong",
  done: "bg-moss/15 text-moss",
  flagged: "bg-ember/15 text-ember",
  ignored: "bg-night-700 text-muted",
};

/** What the store tells, by the names that it gives (providers §4.2). */
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
