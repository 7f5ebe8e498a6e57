import { CHECKOUT, SHOP } from "#shared/shop-messages.ts";
import type { CheckoutItem } from "./record.ts";

/** Where a checkout stands that is under way. */
export type CheckoutStep =
  /** A basket is made, or looked at again after a reload. */
  | { at: "preparing" }
  /** The window is open, with our own page in it; it goes on to Tebex in a moment. */
  | { at: "signing-in" }
  /** Waits for the window to be closed. */
  | { at: "window" }
  /** The browser wants a click before it opens the window. */
  | { at: "blocked" }
  /** The window was closed, and Tebex knows nobody yet. */
  | { at: "unsigned" }
  | { at: "adding"; done: number; total: number }
  /** The widget is open. */
  | { at: "paying"; isDeclined: boolean }
  /** The widget says that it is paid; Tebex does not yet. */
  | { at: "confirming" }
  /** Tebex has not said so in time. Whoever is still in the widget can pay nevertheless. */
  | { at: "late" };

/** How a checkout ended. */
export type CheckoutOutcome =
  | { end: "bought"; ident: string; items: readonly CheckoutItem[] }
  /** The widget was closed: unpaid, after a refused card, or after the time was up. */
  | { end: "closed" | "declined" | "late" }
  /** Tebex's limit, or the promo's, on one package. */
  | { end: "limit"; packageId: number; message: string | null }
  /** Another package was refused, or something else failed: with the server's sentence, if any. */
  | { end: "items-failed" | "failed"; message: string | null };

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
