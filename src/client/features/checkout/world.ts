import type { NewBasket } from "#shared/schemas/shop.ts";
import type { CheckoutItem } from "./record.ts";
import type { CheckoutStep } from "./step.ts";

/** The window in which a buyer signs in at Tebex. */
export type SignInWindow = {
  readonly closed: boolean;
  /** Leads it on from our own page. */
  goOn: (url: string) => void;
  close: () => void;
};

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
  /** Says that one has to sign in. */
  announce: () => void;
  /**
   * The window that the click opened with which the checkout began, with our own page in it: later no
   * browser lets us open one. Null where it was refused, and where nobody clicked.
   */
  popup: SignInWindow | null;
  /** Whether the browser refused it. */
  isBlocked: boolean;
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
