/**
 * Lets a few of many works go on at a time, in the order in which they came.
 * @param atOnce how many are under way.
 * @param waitingMax how many wait for their turn; of more, each is answered with `busy` at once.
 */
export const createQueue = (atOnce: number, waitingMax: number) => {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T | "busy"> => {
    if (running >= atOnce) {
      if (waiting.length >= waitingMax) return "busy";
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(resolve);
      // Whoever ends hands its turn over.
      await promise;
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
};
