import { systemTimer, type Timer } from "#server/core/clock.ts";

/** The system's, by which no deadline passes: however busy this machine is, an answer is waited for. */
export const patientTimer: Timer = { ...systemTimer, after: () => () => {} };

export type MovableTimer = Timer & {
  /** Lets so many milliseconds pass: what is due meanwhile happens, in its order. */
  advance(ms: number): void;
  /** How many wait for a time to come. What is only called then does not count. */
  waiting(): number;
};

type Due = { at: number; isWait: boolean; act: () => void };

/** Time that stands still until a test moves it. */
export const movableTimer = (): MovableTimer => {
  const due = new Set<Due>();
  let now = 0;
  return {
    nowMs: () => now,
    wait: (ms, signal) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (ms <= 0 || signal.aborted) return Promise.resolve();
      const wait: Due = { at: now + ms, isWait: true, act: resolve };
      due.add(wait);
      signal.addEventListener("abort", () => (due.delete(wait), resolve()), { once: true });
      return promise;
    },
    after: (ms, act) => {
      const once: Due = { at: now + ms, isWait: false, act };
      due.add(once);
      return () => void due.delete(once);
    },
    every: (ms, act) => {
      const repeat: Due = {
        at: now + ms,
        isWait: false,
        act: () => {
          due.add(Object.assign(repeat, { at: now + ms }));
          act();
        },
      };
      due.add(repeat);
      return () => void due.delete(repeat);
    },
    advance: (ms) => {
      const until = now + ms;
      for (;;) {
        const [next] = [...due].filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at);
        if (next === undefined) break;
        due.delete(next);
        now = next.at;
        next.act();
      }
      now = until;
    },
    waiting: () => [...due].filter(({ isWait }) => isWait).length,
  };
};
