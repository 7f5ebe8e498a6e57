import { createEmitter } from "#client/lib/emitter.ts";

const changes = createEmitter();
let pending = 0;

const count = (change: number) => {
  pending += change;
  changes.emit();
};

/** Tells whether a page is on its way whose script is not there yet. */
export const pendingPage = {
  isAny: () => pending > 0,
  subscribe: changes.subscribe,
  /** Counts as one until `work` has ended. */
  during: async <T>(work: () => Promise<T>): Promise<T> => {
    count(1);
    try {
      return await work();
    } finally {
      count(-1);
    }
  },
};
