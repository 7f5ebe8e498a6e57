import { onTestFinished } from "bun:test";

const pending: (() => unknown)[] = [];

/** Clears away what the test has made so far: for tests that make many worlds, one after the other. */
export const cleanUp = async (): Promise<void> => {
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
  if (pending.length === 0) onTestFinished(cleanUp);
  pending.push(clean);
};
