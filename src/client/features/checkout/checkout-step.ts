import type { CheckoutItem } from "./checkout-record.ts";

/** Where a checkout stands that is under way. */
export type CheckoutStep =
  /** A basket is made, or looked at again after a reload. */
  | { at: "preparing" }
  /** The toast asks to sign in; the window opens in a moment. */
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
  | { end: "bought"; items: readonly CheckoutItem[] }
  /** The widget was closed: unpaid, after a refused card, or after the time was up. */
  | { end: "closed" | "declined" | "late" }
  /** Tebex's limit, or the promo's, on one package. */
  | { end: "limit"; packageId: number; message: string | null }
  /** Another package was refused, or something else failed: with the server's sentence, if any. */
  | { end: "items-failed" | "failed"; message: string | null };
