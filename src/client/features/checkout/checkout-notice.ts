import { CHECKOUT, SHOP } from "#shared/shop-messages.ts";
import type { CheckoutOutcome } from "./checkout-step.ts";

/** What stands below the cart after a checkout that did not end well, and what a toast says of it. */
type Said = {
  kind: "error" | "info";
  text: string;
  /** What is good to know besides, above the way to the purchases. */
  hint: string | null;
  toast: string | null;
};

const SAID: Readonly<
  Record<
    Exclude<CheckoutOutcome["end"], "bought">,
    (message: string | null) => Pick<Said, "text"> & Partial<Said>
  >
> = {
  closed: () => ({ kind: "info", text: CHECKOUT.closed }),
  declined: () => ({ text: CHECKOUT.declined }),
  late: () => ({ text: CHECKOUT.timedOut, hint: CHECKOUT.later }),
  limit: (message) => ({ text: message ?? CHECKOUT.limitFallback }),
  "items-failed": (message) => ({
    text: message ?? SHOP.unreachable,
    toast: CHECKOUT.itemsFailed,
  }),
  failed: (message) => ({ text: message ?? SHOP.unreachable, toast: CHECKOUT.failed }),
};

/** What is said of how a checkout ended [SHOP-14]. A time that is up has had its toast by then. */
export const noticeOf = (outcome: Exclude<CheckoutOutcome, { end: "bought" }>): Said => ({
  kind: "error",
  hint: null,
  toast: null,
  ...SAID[outcome.end]("message" in outcome ? outcome.message : null),
});
