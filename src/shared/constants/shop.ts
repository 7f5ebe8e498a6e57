import { MINUTE_MS } from "#shared/constants/time.ts";

/** Whether a package is paid once, or every month. */
export const PACKAGE_TYPES = ["single", "subscription"] as const;
export type PackageType = (typeof PACKAGE_TYPES)[number];

/**
 * How an order stands: its basket is open, Tebex says that it is paid, what it gave was taken
 * back, its payment is disputed, or nobody ever paid it.
 */
export const ORDER_STATES = ["open", "paid", "refunded", "disputed", "abandoned"] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/**
 * An order's own payment, those that a subscription makes every month after it, and any other one,
 * for which nobody has asked.
 */
export const PAYMENT_SEQUENCES = ["first", "renewal", "repeat"] as const;

/**
 * Why an Admin has to confirm a line before it gives anything: its order was paid already, it is
 * called a renewal and renews nothing, less was paid than it costs, or the promo came too often.
 */
export const REVIEW_REASONS = ["repeat", "renewal", "price", "promo"] as const;
export type ReviewReason = (typeof REVIEW_REASONS)[number];

/**
 * What can happen to a line of a payment; each counts once, in whatever order they come [PAY-02].
 * `confirm` is an Admin's, `closed` a dispute that ended without either side winning.
 */
export const EFFECT_KINDS = [
  "credit",
  "refund",
  "dispute",
  "won",
  "lost",
  "closed",
  "confirm",
] as const;
export type EffectKind = (typeof EFFECT_KINDS)[number];

/** What members have who have no tier, as it is written wherever a tier's key can stand. */
export const NO_TIER = "Standard";
/** What one open basket of a member has at a time, beside each tier: the promo. */
export const PROMO = "promo";

/** How a subscription stands at Tebex: cancelled ones run on until they end. */
export const SUBSCRIPTION_STATES = ["active", "cancelled", "ended"] as const;
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number];

/** What events of a payment at Tebex do to its lines [PAY-02]. */
export const PAYMENT_EVENTS: Readonly<Record<string, EffectKind>> = {
  "payment.completed": "credit",
  "payment.refunded": "refund",
  "payment.dispute.opened": "dispute",
  "payment.dispute.won": "won",
  "payment.dispute.lost": "lost",
  "payment.dispute.closed": "closed",
};

/** How a subscription stands after an event of it at Tebex. */
export const SUBSCRIPTION_EVENTS: Readonly<Record<string, SubscriptionState>> = {
  "recurring-payment.started": "active",
  "recurring-payment.renewed": "active",
  "recurring-payment.cancellation.requested": "cancelled",
  "recurring-payment.cancellation.aborted": "active",
  "recurring-payment.ended": "ended",
};

/**
 * How an event of Tebex stands: to be worked on, worked on, worked on but with something that an
 * Admin should look at, or of a type that gives and takes nothing.
 */
export const EVENT_STATES = ["waiting", "done", "flagged", "ignored"] as const;
export type EventState = (typeof EVENT_STATES)[number];

/**
 * What an Admin should look at: Tebex says that an order is paid but never told us what; what
 * was bought is not what was asked for; a package that is not configured; a buyer or an order that
 * is not there; the promo twice within its time; a payment that does not fit its order; a payment
 * that is disputed; a tier that is paid for by two subscriptions; what a tier brings that is given by
 * hand.
 */
export const FLAG_KINDS = [
  "unconfirmed",
  "items",
  "package",
  "buyer",
  "promo",
  "payment",
  "dispute",
  "tier",
  "benefits",
] as const;
export type FlagKind = (typeof FLAG_KINDS)[number];

/** Greatest quantity of one package, and so many different ones can be in a basket. */
export const QUANTITY_MAX = 99;
export const BASKET_ITEMS_MAX = 50;
/** The promo can be put into a basket again so many days after it was received [SHOP-08]. */
export const PROMO_COOLDOWN_DAYS = 31;
/** A tier that will not renew can be bought again so many days before it ends. */
export const TIER_AGAIN_DAYS = 7;

/** Why a package cannot be bought now, as `error` on the wire. */
export const OBSTACLE_REASONS = ["limit_reached", "already_subscribed"] as const;

/** The page of the window in which a buyer signs in, until it goes on to Tebex. */
export const TEBEX_WAIT_PATH = "/auth/tebex/wait";
/** So long that page stands there, in milliseconds [SHOP-10]. */
export const SIGN_IN_WAIT_MS = 3000;
/** How often it is looked whether that window has closed [SHOP-10]. */
export const SIGN_IN_CHECK_MS = 500;
/** How long Tebex's page may take to answer in the window over ours. */
export const WIDGET_READY_MS = 20_000;
/** How often a basket is asked for while it is paid, and how many times [SHOP-10]. */
export const BASKET_POLL_MS = 2000;
export const BASKET_POLL_ATTEMPTS = 30;
/** From a purchase to the marker that has other tabs read the points [SHOP-17]. */
export const POINTS_MARKER_MS = 5000;
export const THANKS_TOAST_MS = 3000;
/** How long an item that met its limit pulses [SHOP-12]. */
export const LIMIT_PULSE_MS = 3000;

/** How long the event of a payment may take before Admins are asked to look, in milliseconds. */
export const EVENT_PATIENCE_MS = 15 * MINUTE_MS;

/** The largest event that Tebex may send, in bytes. */
export const EVENT_MAX_BYTES = 256 * 1024;

/** Where a buyer finds an order, and where Admins do. */
export const orderPath = (orderId: number): string => `/member/purchases?order=${orderId}`;
export const adminOrderPath = (orderId: number): string => `/member/admin/orders?order=${orderId}`;

/** An Admin gives a tier for at most so many days, ten years. */
export const TIER_GIFT_DAYS_MAX = 3653;
