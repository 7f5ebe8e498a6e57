import { createHistograms, type MetricFamily } from "#server/core/metrics.ts";

/** In seconds: from a write that need not wait to one at whose end nobody waits any more. */
const WAIT_BOUNDS = [0.0001, 0.001, 0.01, 0.05, 0.25, 1, 5] as const;

/** The writes of this process that wait for their turn. */
export type WriteQueue = {
  /** How many wait now. */
  length(): number;
  /** How long those waited that have begun. */
  waited(): MetricFamily;
};

export type WatchedQueue = WriteQueue & {
  /** A write has come. @returns a function to be called as it begins, or fails to; once counts. */
  enter(): () => void;
};

export const createWriteQueue = (): WatchedQueue => {
  const waits = createHistograms({
    name: "lynxden_write_queue_wait_seconds",
    help: "How long writes waited for their turn.",
    labels: [],
    bounds: WAIT_BOUNDS,
  });
  const wait = waits.of([]);
  let waiting = 0;
  return {
    length: () => waiting,
    waited: () => waits.read(),
    enter: () => {
      const cameMs = performance.now();
      let isWaiting = true;
      waiting += 1;
      return () => {
        if (!isWaiting) return;
        isWaiting = false;
        waiting -= 1;
        wait.observe((performance.now() - cameMs) / 1000);
      };
    },
  };
};
