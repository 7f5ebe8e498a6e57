const pending: (() => unknown)[] = [];

/**
 * Runs once all tests of the process have run, last registered first: see `preload-tests-end.ts`. Programs that
 * borrow from the tests' support call `endTests` themselves.
 */
export const whenTestsEnd = (clear: () => unknown): void => void pending.push(clear);

/** Clears away what the tests of this process have shared. */
export const endTests = async (): Promise<void> => {
  const errors: unknown[] = [];
  for (let clear = pending.pop(); clear !== undefined; clear = pending.pop()) {
    try {
      await clear();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, "The tests left something behind.");
};
