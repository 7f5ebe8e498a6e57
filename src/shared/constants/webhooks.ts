/** What happens on the site of which other programs can be told [HOOK-01]. In this order they are listed. */
export const WEBHOOK_EVENTS = [
  "ticket.created",
  "ticket.overdue",
  "order.flagged",
  "server.down",
  "server.up",
  "news.published",
  "strike.issued",
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** What is sent to try a webhook; nobody chooses it. */
export const WEBHOOK_TRIAL = "webhook.test";

/** How what happened is written: as a message of Discord, or as signed JSON. */
export const WEBHOOK_KINDS = ["discord", "https"] as const;
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

/** How a delivery stands. */
export const DELIVERY_STATES = ["waiting", "sent", "failed"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** So many webhooks a community can have. */
export const WEBHOOKS_MAX = 20;

/** After so many failures, one after the other, a webhook is paused [HOOK-05]. */
export const WEBHOOK_FAILURES_MAX = 50;
