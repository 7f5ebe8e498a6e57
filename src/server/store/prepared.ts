import type { Store } from "./store.ts";

/**
 * What is built once per store, when it is first needed: a hot read, prepared.
 * @param build makes it, over `store.read`.
 */
export const oncePerStore = <Built>(build: (store: Store) => Built): ((store: Store) => Built) => {
  const byStore = new WeakMap<Store, Built>();
  return (store) => {
    const there = byStore.get(store);
    if (there !== undefined) return there;
    const built = build(store);
    byStore.set(store, built);
    return built;
  };
};
