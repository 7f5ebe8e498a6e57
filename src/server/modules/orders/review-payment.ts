import type { Tx } from "#server/context/context.ts";
import { readCatalogue } from "#server/modules/catalogue/index.ts";
import { PROMO, type ReviewReason } from "#shared/constants/shop.ts";
import { toCents } from "#shared/rules/lines.ts";
import { ORDER_ALARMS, PAYMENT_FAULTS } from "#shared/shop-admin-messages.ts";
import { hasPromo, isPromoTooSoon, reservedOf } from "./baskets.ts";
import { raiseFlag } from "./flags.ts";
import { type BoughtItem, countPieces, type OrderRow, type PaymentRow } from "./payments.ts";
import type { ShopPayment } from "./shop-event.ts";

type PaymentUnderReview = {
  order: OrderRow;
  payment: PaymentRow;
  payload: ShopPayment;
  bought: readonly BoughtItem[];
  /** Whether Tebex calls it a renewal. */
  isCalledRenewal: boolean;
};

/** Why lines of a payment have to be confirmed, and what Admins should know of it. */
export type Review = {
  /** By line. */
  reasonOf: (item: BoughtItem) => ReviewReason | null;
  details: string;
};

/** Least price of one piece, in cents: what was asked for, or what the shop takes now, untaxed. */
const findPrices = async (tx: Tx, { order, payload }: PaymentUnderReview) => {
  const { packages = [] } = (await readCatalogue(tx)) ?? {};
  const sold = new Map(packages.map(({ id, netPrice }) => [id, toCents(netPrice)]));
  const asked = new Map(
    order.items.map(({ packageId, price, quantity }) => [packageId, toCents(price / quantity)]),
  );
  const named = new Map(
    payload.products.map(({ id, base_price: base }) => [id, toCents(base?.amount ?? 0)]),
  );
  return (packageId: number): number => {
    const known = [asked.get(packageId), sold.get(packageId)].filter((one) => one !== undefined);
    return known.length === 0 ? (named.get(packageId) ?? 0) : Math.min(...known);
  };
};

/** What was paid, in cents of the order's currency; null where it was paid in another. */
const paidIn = (currency: string, { price_paid: paid, price }: ShopPayment): number | null => {
  const amount = [paid, price].find((one) => one != null && one.currency === currency);
  return amount == null ? null : toCents(amount.amount);
};

/** What one coupon or gift card took off, in cents; null where Tebex does not say how much. */
const amountOf = ({ amount, percent }: ShopPayment["coupons"][number], dueCents: number) =>
  percent === null
    ? amount === null
      ? null
      : toCents(amount)
    : Math.ceil((dueCents * percent) / 100);

/**
 * What Tebex says it took off a payment for coupons and gift cards, in cents. One that it names
 * without an amount may have been worth everything: only the owner can make them.
 */
const knownDiscount = (
  { coupons, gift_cards: cards }: Pick<ShopPayment, "coupons" | "gift_cards">,
  dueCents: number,
): number =>
  [...coupons, ...cards].reduce((sum, one) => sum + (amountOf(one, dueCents) ?? dueCents), 0);

const inMoney = (cents: number, currency: string) => `${(cents / 100).toFixed(2)} ${currency}`;

/** Whether a renewal pays for what its order has subscribed to, and for that alone. */
const isOfSubscription = (tx: Tx, { order, bought }: PaymentUnderReview): boolean => {
  const asked = new Set(order.items.map(({ packageId }) => packageId));
  return bought.every(
    ({ packageId, quantity }) =>
      quantity === 1 && asked.has(packageId) && reservedOf(tx, packageId) !== PROMO,
  );
};

/** Nobody pays for it, so that nothing but its number bounds what it gives. */
const isTooMany = ({ bought }: PaymentUnderReview, { packageId }: BoughtItem): boolean =>
  bought
    .filter((one) => one.packageId === packageId)
    .reduce((sum, { quantity }) => sum + quantity, 0) > 1;

/** Where an Admin confirms an order, nothing waits for one. */
export const NOTHING_WAITS: Review = { reasonOf: () => null, details: "" };

/** Every line waits. */
const all = (reason: ReviewReason, details: string): Review => ({
  reasonOf: () => reason,
  details,
});

/**
 * Compares a payment with its order. What does not fit waits for an Admin: Tebex tells what was
 * paid, and whoever fills a basket there can do so in ways that our own checkout does not allow.
 * @returns what waits for which reason; nothing does where the payment is as it should be.
 */
export const reviewPayment = async (tx: Tx, given: PaymentUnderReview): Promise<Review> => {
  const { order, payment, payload, bought, isCalledRenewal } = given;
  const { transaction_id: transaction } = payload;
  if (payment.sequence === "repeat" && !isCalledRenewal)
    return all("repeat", PAYMENT_FAULTS.repeated(order.id, transaction));
  if (payment.sequence === "repeat" || (isCalledRenewal && !isOfSubscription(tx, given)))
    return all("renewal", PAYMENT_FAULTS.noRenewal(order.id, transaction));
  const priceOf = await findPrices(tx, given);
  const dueCents = bought.reduce(
    (sum, { packageId, quantity }) => sum + priceOf(packageId) * quantity,
    0,
  );
  const paidCents = paidIn(order.currency, payload);
  const discountCents = knownDiscount(payload, dueCents);
  // A cent for each line, for what is rounded elsewhere.
  if (dueCents > 0 && (paidCents ?? 0) + discountCents + bought.length < dueCents)
    return all(
      "price",
      PAYMENT_FAULTS.tooLittle(
        paidCents === null ? null : inMoney(paidCents, order.currency),
        transaction,
        inMoney(dueCents, order.currency),
        discountCents > 0 ? inMoney(discountCents, order.currency) : null,
      ),
    );
  const isTooSoon = hasPromo(tx, bought) && (await isPromoTooSoon(tx, order, payment));
  return {
    reasonOf: (item) => {
      const isPromo = hasPromo(tx, [item]);
      const isFree = isPromo || priceOf(item.packageId) === 0;
      if (isPromo && isTooSoon) return "promo";
      return isFree && isTooMany(given, item) ? "promo" : null;
    },
    details: PAYMENT_FAULTS.promoTooSoon,
  };
};

type Pieces = readonly { packageId: number; name: string; quantity: number }[];

const isSameCount = (
  one: ReadonlyMap<number, number>,
  other: ReadonlyMap<number, number>,
): boolean => one.size === other.size && [...one].every(([id, count]) => other.get(id) === count);

const inWords = (items: Pieces): string =>
  items.map(({ quantity, name }) => `${quantity} × ${name}`).join(", ") || "nothing";

/** Tebex's names and ours together can be longer than a sentence should be. */
const DETAILS_MAX = 500;

/** Tells Admins, in the caller's transaction, where something else was bought than was asked for. */
export const compareOrder = async (
  tx: Tx,
  order: OrderRow,
  bought: readonly BoughtItem[],
  eventId: number | null,
): Promise<boolean> => {
  if (isSameCount(countPieces(order.items), countPieces(bought))) return true;
  const details = ORDER_ALARMS.otherItems(inWords(bought), inWords(order.items));
  await raiseFlag(tx, {
    kind: "items",
    reference: `items:${order.id}`,
    orderId: order.id,
    eventId,
    details: details.slice(0, DETAILS_MAX),
  });
  return false;
};
