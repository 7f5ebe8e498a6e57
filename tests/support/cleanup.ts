import { onTestFinished } from "bun:test";

const pending: (() => unknown)[] = [];

const runAll = async () => {
  const errors: unknown[] = [];
  for (let clean = pending.pop(); clean !== undefined; clean = pending.pop()) {
    try {
      await clean();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, "The test left something behind.");
};

/** Runs when the present test ends, last registered first (`onTestFinished` goes the other way). */
export const afterThisTest = (clean: () => unknown): void => {
  if (pending.length === 0) onTestFinished(runAll);
  pending.push(clean);
};
