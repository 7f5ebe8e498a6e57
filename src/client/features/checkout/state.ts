import { z } from "zod/mini";
import { parseStored, tabStorage } from "#client/lib/storage.ts";
import { HOUR_MS } from "#shared/constants/time.ts";
import { newBasket, type NewBasket } from "#shared/schemas/shop.ts";
import { CHECKOUT, SHOP } from "#shared/shop-messages.ts";
import { forgetRecord, RECORD_KEY } from "./forget-record.ts";

/** What Tebex.js 1.7.0 takes [SHOP-16]. */
export type WidgetOptions = {
  ident: string;
  locale?: string;
  theme?: (typeof THEMES)[number];
  colors?: { name: (typeof COLORS)[number]; color: string }[];
  closeOnClickOutside?: boolean;
  closeOnEsc?: boolean;
  defaultPaymentMethod?: string;
  popupOnMobile?: boolean;
  endpoint?: string;
};

const THEMES = ["auto", "default", "light", "dark"] as const;
const COLORS = ["primary", "secondary"] as const;

const isFilled = (value: unknown): value is string => typeof value === "string" && value !== "";
const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";
const isOneOf =
  <T extends string>(names: readonly T[]) =>
  (value: unknown): value is T =>
    names.some((name) => name === value);
const isColor = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  "name" in value &&
  isOneOf(COLORS)(value.name) &&
  "color" in value &&
  isFilled(value.color) &&
  !value.color.includes("var(");

/** Every option but the ident: what it may be, and how that is said to whoever looks for a mistake. */
const RULES: Readonly<
  Record<Exclude<keyof WidgetOptions, "ident">, [(value: unknown) => boolean, string]>
> = {
  locale: [isFilled, "a non-empty string"],
  theme: [isOneOf(THEMES), `one of ${THEMES.join(", ")}`],
  colors: [
    (value) => Array.isArray(value) && value.every(isColor),
    `an array of { name: ${COLORS.join(" or ")}, color } without CSS variables`,
  ],
  closeOnClickOutside: [isBoolean, "a boolean"],
  closeOnEsc: [isBoolean, "a boolean"],
  defaultPaymentMethod: [isFilled, "a non-empty string"],
  popupOnMobile: [isBoolean, "a boolean"],
  endpoint: [isFilled, "a non-empty string"],
};

/**
 * The options that are what they should be; others are logged and left out [SHOP-16]. One that is
 * undefined or null counts as not given.
 * @throws {Error} without an ident: no basket can be shown.
 */
export const checkedOptions = (
  given: Readonly<Record<string, unknown>> & { ident: unknown },
): WidgetOptions => {
  const { ident, ...rest } = given;
  if (!isFilled(ident)) throw new Error("The checkout needs the ident of a basket.");
  const checked: Record<string, unknown> = { ident };
  for (const [name, value] of Object.entries(rest)) {
    if (value === undefined || value === null) continue;
    const [isValid, rule] = Object.hasOwn(RULES, name)
      ? RULES[name as keyof typeof RULES]
      : [() => false, "left out: the checkout has no such option"];
    if (isValid(value)) checked[name] = value;
    else console.warn(`The checkout's option "${name}" is ignored: it must be ${rule}.`);
  }
  return checked as WidgetOptions;
};

/** A package of a basket and how many of it. */
export type CheckoutItem = { packageId: number; quantity: number };

/** A basket that is older is left alone: what it costs may have changed at Tebex. */
const REUSED_MS = HOUR_MS;

const record = z.object({
  userId: z.string(),
  ident: z.string(),
  items: newBasket.shape.items,
  /** False once it was closed, cancelled or timed out: then a reload does not open it again. */
  isUnderWay: z.boolean(),
  madeAtMs: z.number(),
});
/** What this tab remembers of a checkout, so that a reload in its middle resumes it [SHOP-13]. */
export type CheckoutRecord = z.infer<typeof record>;

/** The checkout of this tab, if it is this person's; null where there is none. */
export const readRecord = (userId: string): CheckoutRecord | null => {
  const found = record.safeParse(parseStored(tabStorage.getItem(RECORD_KEY)));
  return found.success && found.data.userId === userId ? found.data : null;
};

/** Remembers a checkout until the tab is closed; null forgets it. */
export const keepRecord = (kept: CheckoutRecord | null) => {
  if (kept === null) forgetRecord();
  else tabStorage.setItem(RECORD_KEY, JSON.stringify(kept));
};

/** The same for the same packages and quantities, in whatever order. */
export const asText = (items: readonly CheckoutItem[]) =>
  JSON.stringify(
    items
      .map(({ packageId, quantity }) => [packageId, quantity] as const)
      .toSorted(([a], [b]) => a - b),
  );

/** Whether the remembered basket is one of these items and young enough to be paid on. */
export const fits = (
  kept: CheckoutRecord,
  items: readonly CheckoutItem[],
  nowMs: number,
): boolean => asText(kept.items) === asText(items) && Math.abs(nowMs - kept.madeAtMs) < REUSED_MS;

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
