import type { ShopApi, ShopBasket } from "#server/providers/shop/port.ts";

type Underway<T> = WeakMap<ShopApi, Map<string, Promise<T>>>;

const mapOf = <T>(all: Underway<T>, api: ShopApi): Map<string, Promise<T>> => {
  const present = all.get(api) ?? new Map<string, Promise<T>>();
  all.set(api, present);
  return present;
};

const asking: Underway<ShopBasket> = new WeakMap();

/**
 * A basket, as Tebex has it. Whoever asks while somebody else does gets the same answer, so that
 * nobody can have us ask Tebex as often as they ask us.
 * @throws {ShopFailure} as Tebex's API does.
 */
export const askBasket = (api: ShopApi, ident: string): Promise<ShopBasket> => {
  const baskets = mapOf(asking, api);
  const present = baskets.get(ident);
  if (present !== undefined) return present;
  const asked = api.basket(ident).finally(() => baskets.delete(ident));
  baskets.set(ident, asked);
  return asked;
};
