import { type ShopApi, type ShopBasket, ShopFailure } from "#server/providers/shop/port.ts";
import type { OrderItem } from "#shared/schemas/orders.ts";

/** A basket; null where Tebex does not know it any more. @throws {ShopFailure} */
export const findBasket = (api: ShopApi, ident: string): Promise<ShopBasket | null> =>
  api.basket(ident).catch((error: unknown) => {
    if (error instanceof ShopFailure && error.reason === "missing") return null;
    throw error;
  });

/**
 * Takes out of a basket at Tebex what is not to be bought any more, or less of it.
 * @param kept what may stay.
 * @returns the basket as it is then. @throws {ShopFailure}
 */
export const takeOut = async (
  api: ShopApi,
  basket: ShopBasket,
  kept: readonly Pick<OrderItem, "packageId" | "quantity">[],
): Promise<ShopBasket> => {
  const mayStay = new Map(kept.map(({ packageId, quantity }) => [packageId, quantity]));
  let present = basket;
  for (const { id, quantity } of basket.packages)
    if (quantity > (mayStay.get(id) ?? 0)) present = await api.removePackage(basket.ident, id);
  return present;
};
