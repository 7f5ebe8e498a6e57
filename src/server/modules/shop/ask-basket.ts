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

const changing: Underway<unknown> = new WeakMap();

/** Lets those who change one basket do so one after the other: two tabs would both see it empty. */
export const inTurn = async <T>(
  api: StoreApi,
  ident: string,
  work: () => Promise<T>,
): Promise<T> => {
  const turns = mapOf(changing, api);
  const before = turns.get(ident);
  const { promise, resolve } = Promise.withResolvers<void>();
  turns.set(ident, promise);
  await before;
  try {
    return await work();
  } finally {
    if (turns.get(ident) === promise) turns.delete(ident);
    resolve();
  }
};
