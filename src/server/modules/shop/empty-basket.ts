import type { StoreApi, StoreBasket } from "#server/providers/shop/port.ts";
import type { OrderItem } from "#shared/schemas/orders.ts";
import { isStoreFailure } from "./store-refusal.ts";

/** A basket; null where the store does not know it any more. @throws {StoreFailure} */
export const findBasket = (api: StoreApi, ident: string): Promise<StoreBasket | null> =>
  api.basket(ident).catch((error: unknown) => {
    if (isStoreFailure(error) && error.reason === "missing") return null;
    throw error;
  });

/**
 * Takes out of a basket at the store what is not to be bought any more, or less of it.
 * @param kept what may stay.
 * @returns the basket as it is then. @throws {StoreFailure}
 */
export const takeOut = async (
  api: StoreApi,
  basket: StoreBasket,
  kept: readonly Pick<OrderItem, "packageId" | "quantity">[],
): Promise<StoreBasket> => {
  const mayStay = new Map(kept.map(({ packageId, quantity }) => [packageId, quantity]));
  let present = basket;
  for (const { id, quantity } of basket.packages)
    if (quantity > (mayStay.get(id) ?? 0)) present = await api.removePackage(basket.ident, id);
  return present;
};
