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
  open: "bg-accent/15 text-accent-strong",
  paid: "bg-moss/15 text-moss",
  refunded: "bg-ground-700 text-ink",
  disputed: "bg-ember/15 text-ember",
  abandoned: "bg-ground-700 text-muted",
};
