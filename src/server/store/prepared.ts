import type { Reader, Tables } from "./store.ts";

/**
 * What is built once per store, when it is first needed: a hot read, prepared.
 * @param build makes it, over a reader of committed rows.
 * @returns what gives it for such a reader of the same store; never for a transaction.
 */
export const oncePerStore = <Built>(build: (read: Reader) => Built): ((read: Reader) => Built) => {
  // A store makes its tables once, and readers many times.
  const byStore = new WeakMap<Tables, Built>();
  return (read) => {
    const there = byStore.get(read.tables);
    if (there !== undefined) return there;
    const built = build(read);
    byStore.set(read.tables, built);
    return built;
  };
};
