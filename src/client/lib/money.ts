import { SHOP } from "#shared/shop-messages.ts";

/** An amount with two decimals and the sign of its currency: "$9.99". @param currency three letters. */
export const moneyText = (amount: number, currency: string): string =>
  new Intl.NumberFormat("en", { style: "currency", currency }).format(amount);

/** What something costs: "$9.99", or that it is free. */
export const priceText = (amount: number, currency: string): string =>
  amount === 0 ? SHOP.free : moneyText(amount, currency);
