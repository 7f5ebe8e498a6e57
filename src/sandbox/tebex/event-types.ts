export const DISPUTE_STATES = ["opened", "won", "lost", "closed"] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/** What Tebex tells sites of. */
export type EventType =
  | "validation.webhook"
  | "payment.completed"
  | "payment.declined"
  | "payment.refunded"
  | `payment.dispute.${DisputeState}`
  | `recurring-payment.${"started" | "renewed" | "ended"}`
  | `recurring-payment.cancellation.${"requested" | "aborted"}`;
