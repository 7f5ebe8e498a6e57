const pending: (() => unknown)[] = [];

/**
 * Runs all of it, the last one first, whatever fails, and leaves the list empty.
 * @throws {AggregateError} of what failed.
 */
export const clearAll = async (list: (() => unknown)[], complaint: string): Promise<void> => {
  const errors: unknown[] = [];
  for (let clear = list.pop(); clear !== undefined; clear = list.pop()) {
    try {
      await clear();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, complaint);
};

/**
 * Runs once all tests of the process have run, last registered first: see `preload-tests-end.ts`. Programs that
 * borrow from the tests' support call `endTests` themselves.
 */
export const whenTestsEnd = (clear: () => unknown): void => void pending.push(clear);

/** Clears away what the tests of this process have shared. */
export const endTests = (): Promise<void> => clearAll(pending, "The tests left something behind.");
