import type { NewBasket } from "#shared/schemas/shop.ts";
import type { CheckoutItem } from "./record.ts";
import type { CheckoutStep } from "./step.ts";

/** The window in which a buyer signs in at Tebex. */
export type SignInWindow = { readonly closed: boolean };

export type WidgetEvent = "paid" | "declined" | "closed";

/** What a checkout does and asks, so that it can be tried without browser, server and store. */
export type CheckoutWorld = {
  api: {
    createBasket: (basket: NewBasket) => Promise<{ data: { ident: string } }>;
    updateBasket: (basket: NewBasket & { ident: string }) => Promise<unknown>;
    signInLinks: (asked: { ident: string }) => Promise<readonly { url: string }[]>;
    addPackage: (item: CheckoutItem & { ident: string }) => Promise<unknown>;
    basket: (asked: { ident: string }) => Promise<{ data: { complete: boolean } }>;
  };
  /** Remembers the basket for a reload. */
  keep: (ident: string) => void;
  showStep: (step: CheckoutStep) => void;
  /** Says that a window opens in which to sign in. */
  announce: () => void;
  /** Null where the browser does not allow it. */
  openWindow: (url: string) => SignInWindow | null;
  /** Opens it within the person's next click on the button that the step shows. */
  openByClick: (url: string) => Promise<SignInWindow | null>;
  isPersonHere: () => boolean;
  /** Opens Tebex's window over the page. @returns closes it, also if it is closed. */
  openWidget: (ident: string, hear: (event: WidgetEvent) => void) => Promise<() => void>;
  /** Tells that something about the person's orders has changed. @returns ends it. */
  onNews: (listener: () => void) => () => void;
  /** Rejects when nobody wants to know any more. */
  wait: (ms: number) => Promise<void>;
  signal: AbortSignal;
};
