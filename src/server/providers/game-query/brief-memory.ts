/**
 * Lets questions that are asked together share one answer, failures included.
 * @param now milliseconds from any fixed point.
 */
export const createBriefMemory = <T>(now: () => number) => {
  const kept = new Map<string, { answer: Promise<T>; until: number }>();
  return {
    /** @param keepMs how long the answer to `ask` serves for `key`, counted from the question. */
    recall: (key: string, keepMs: number, ask: () => Promise<T>): Promise<T> => {
      const at = now();
      for (const [other, { until }] of kept) if (until <= at) kept.delete(other);
      const known = kept.get(key);
      if (known !== undefined) return known.answer;
      const answer = ask();
      // Whoever recalls it hears of a failure; nobody else has to.
      answer.catch(() => {});
      kept.set(key, { answer, until: at + keepMs });
      return answer;
    },
  };
};
