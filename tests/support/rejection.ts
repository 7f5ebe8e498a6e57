/**
 * What a promise is rejected with. Unlike `expect(…).rejects`, of which Bun's types say that it is
 * no promise, the linter notices when this is not awaited.
 * @throws when it is not rejected, or not with an error.
 */
export const rejectionOf = async (promise: PromiseLike<unknown>): Promise<Error> => {
  const outcome = await promise.then(
    (value: unknown) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if (!("error" in outcome)) throw new Error("The promise was not rejected.");
  if (outcome.error instanceof Error) return outcome.error;
  throw new Error(`Rejected with what is not an error: ${String(outcome.error)}`);
};
