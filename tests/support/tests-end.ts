// Preloaded, so that what it registers runs after all files of the process and not after the first.

import { afterAll } from "bun:test";

const pending: (() => unknown)[] = [];

/** Runs once all tests of the process have run, last registered first. Bun tells nobody when it ends. */
export const whenTestsEnd = (clear: () => unknown): void => void pending.push(clear);

afterAll(async () => {
  for (let clear = pending.pop(); clear !== undefined; clear = pending.pop()) await clear();
});
