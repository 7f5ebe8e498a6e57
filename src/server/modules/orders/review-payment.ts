import { toCents } from "#shared/rules/cents.ts";
import type { ReviewReason } from "#shared/constants/shop.ts";
import { readCatalogue, reservedOf } from "#server/modules/shop/index.ts";
import type { Tx } from "#server/store/store.ts";
import { isPromoTooSoon } from "./compare-order.ts";
import { knownDiscount } from "./known-discount.ts";
import type { BoughtItem, ShopContext } from "./lines.ts";
import type { OrderRow, PaymentRow } from "./payments.ts";
import type { StorePayment } from "./store-event.ts";

type Told = {
  order: OrderRow;
  payment: PaymentRow;
  told: StorePayment;
  bought: readonly BoughtItem[];
  /** Whether the store calls it a renewal. */
  isCalledRenewal: boolean;
};

/** Why lines of a payment have to be confirmed, and what Admins should know of it. */
export type Review = {
  /** By line. */
  reasonOf: (item: BoughtItem) => ReviewReason | null;
  details: string;
};

/** Least price of one piece, in cents: what was asked for, or what the shop takes now, untaxed. */
const findPrices = async ({ store }: ShopContext, tx: Tx, { order, told }: Told) => {
  const { packages = [] } = (await readCatalogue(store, tx)) ?? {};
  const sold = new Map(packages.map(({ id, netPrice }) => [id, toCents(netPrice)]));
  const asked = new Map(
    order.items.map(({ packageId, price, quantity }) => [packageId, toCents(price / quantity)]),
  );
  const named = new Map(
    told.products.map(({ id, base_price: base }) => [id, toCents(base?.amount ?? 0)]),
  );
  return (packageId: number): number => {
    const known = [asked.get(packageId), sold.get(packageId)].filter((one) => one !== undefined);
    return known.length === 0 ? (named.get(packageId) ?? 0) : Math.min(...known);
  };
};

/** What was paid, in cents of the order's currency; null where it was paid in another. */
const paidIn = (currency: string, { price_paid: paid, price }: StorePayment): number | null => {
  const told = [paid, price].find((one) => one != null && one.currency === currency);
  return told == null ? null : toCents(told.amount);
};

const inMoney = (cents: number, currency: string) => `${(cents / 100).toFixed(2)} ${currency}`;

/** Whether a renewal pays for what its order has subscribed to, and for that alone. */
const isOfSubscription = (ctx: ShopContext, { order, bought }: Told): boolean => {
  const asked = new Set(order.items.map(({ packageId }) => packageId));
  return bought.every(
    ({ packageId, quantity }) =>
      quantity === 1 && asked.has(packageId) && reservedOf(ctx, packageId) !== "promo",
  );
};

/** Nobody pays for it, so that nothing but its number bounds what it gives. */
const isTooMany = ({ bought }: Told, { packageId }: BoughtItem): boolean =>
  bought
    .filter((one) => one.packageId === packageId)
    .reduce((sum, { quantity }) => sum + quantity, 0) > 1;

/** Every line waits. */
const all = (reason: ReviewReason, details: string): Review => ({
  reasonOf: () => reason,
  details,
});

/**
 * Compares a payment with its order. What does not fit waits for an Admin: the store tells what was
 * paid, and whoever fills a basket there can do so in ways that our own checkout does not allow.
 * @returns what waits for which reason; nothing does where the payment is as it should be.
 */
export const reviewPayment = async (ctx: ShopContext, tx: Tx, given: Told): Promise<Review> => {
  const { config } = ctx;
  const { order, payment, told, bought, isCalledRenewal } = given;
  const { transaction_id: transaction } = told;
  if (payment.sequence === "repeat" && !isCalledRenewal)
    return all("repeat", `Order #${order.id} was paid already; ${transaction} pays it again.`);
  if (payment.sequence === "repeat" || (isCalledRenewal && !isOfSubscription(ctx, given)))
    return all(
      "renewal",
      `${transaction} is called a renewal, but is not one of what order #${order.id} subscribed to.`,
    );
  const priceOf = await findPrices(ctx, tx, given);
  const dueCents = bought.reduce(
    (sum, { packageId, quantity }) => sum + priceOf(packageId) * quantity,
    0,
  );
  const paidCents = paidIn(order.currency, told);
  const discountCents = knownDiscount(told, dueCents);
  // A cent for each line, for what is rounded elsewhere.
  if (dueCents > 0 && (paidCents ?? 0) + discountCents + bought.length < dueCents)
    return all(
      "price",
      `${paidCents === null ? "Another currency" : inMoney(paidCents, order.currency)} was paid with ${transaction} for what costs ${inMoney(dueCents, order.currency)}${discountCents > 0 ? `, with ${inMoney(discountCents, order.currency)} off` : ""}.`,
    );
  const { promoPackage } = config.community.shop;
  const hasPromo = bought.some(({ packageId }) => packageId === promoPackage);
  const isTooSoon = hasPromo && (await isPromoTooSoon(ctx, tx, order, payment));
  return {
    reasonOf: (item) => {
      const isPromo = item.packageId === promoPackage;
      const isFree = isPromo || priceOf(item.packageId) === 0;
      if (isPromo && isTooSoon) return "promo";
      return isFree && isTooMany(given, item) ? "promo" : null;
    },
    details: "The promo came more often than once within its time.",
  };
};
