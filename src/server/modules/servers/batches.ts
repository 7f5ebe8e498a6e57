import { setImmediate as yieldToEventLoop } from "node:timers/promises";

const BATCH_MAX = 64;

/**
 * Works through a list in batches of 64, 32, … 1: statements over many rows then come in seven
 * sizes, and the store keeps them compiled. Between two batches others get their turn, also
 * inside a transaction: on SQLite a statement stops everything, readers need not wait for all.
 */
export const inBatches = async <T>(
  items: readonly T[],
  work: (batch: T[]) => Promise<unknown>,
): Promise<void> => {
  let size = BATCH_MAX;
  for (let from = 0; from < items.length; from += size) {
    while (size > items.length - from) size /= 2;
    await work(items.slice(from, from + size));
    if (size === BATCH_MAX) await yieldToEventLoop();
  }
};
