import type { OrderState } from "#shared/constants/shop.ts";

/** How an order stands, in words. */
export const ORDER_STATE_NAMES: Readonly<Record<OrderState, string>> = {
  open: "Open",
  paid: "Paid",
  refunded: "Refunded",
  disputed: "Disputed",
  abandoned: "Never paid",
};

export const ORDER_STATE_TONES: Readonly<Record<OrderState, string>> = {
  open: "bg-amber/15 text-amber-strong",
  paid: "bg-moss/15 text-moss",
  refunded: "bg-night-700 text-bone",
  disputed: "bg-ember/15 text-ember",
  abandoned: "bg-night-700 text-muted",
};
