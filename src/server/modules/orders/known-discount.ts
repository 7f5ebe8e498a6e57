import { toCents } from "#shared/rules/numbers.ts";
import type { ShopPayment } from "./shop-event.ts";

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
export const knownDiscount = (
  { coupons, gift_cards: cards }: Pick<ShopPayment, "coupons" | "gift_cards">,
  dueCents: number,
): number =>
  [...coupons, ...cards].reduce((sum, one) => sum + (amountOf(one, dueCents) ?? dueCents), 0);
