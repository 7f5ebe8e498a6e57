import type { StoreApi, StoreBasket } from "#server/providers/shop/port.ts";

type Underway<T> = WeakMap<StoreApi, Map<string, Promise<T>>>;

const mapOf = <T>(all: Underway<T>, api: StoreApi): Map<string, Promise<T>> => {
  const present = all.get(api) ?? new Map<string, Promise<T>>();
  all.set(api, present);
  return present;
};

const asking: Underway<StoreBasket> = new WeakMap();

/**
 * A basket, as the store has it. Whoever asks while somebody else does gets the same answer, so that
 * nobody can have us ask the store as often as they ask us.
 * @throws {StoreFailure} as the store's API does.
 */
export const askBasket = (api: StoreApi, ident: string): Promise<StoreBasket> => {
  const baskets = mapOf(asking, api);
  const present = baskets.get(ident);
  if (present !== undefined) return present;
  const asked = api.basket(ident).finally(() => baskets.delete(ident));
  baskets.set(ident, asked);
  return asked;
};
