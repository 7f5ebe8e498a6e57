import type { Job } from "#server/jobs/job-lease.ts";
import { startJobs } from "#server/jobs/scheduler.ts";
import type { Store } from "#server/store/store.ts";
import { afterThisTest } from "./cleanup.ts";
import { movableClock } from "./clock.ts";
import { silentLog } from "./store.ts";
import { movableTimer } from "./timer.ts";
import { until } from "./until.ts";

const nothing = () => {};

/** A job that does nothing, on one instance for all, but for what is given. */
export const job = (given: Partial<Job> = {}): Job => ({
  name: "count",
  everyMs: 15_000,
  leased: true,
  run: async () => {},
  ...given,
});

/** Instances on one store, in a time that stands still until `pass` lets it go by for all of them. */
export const inOneTime = (store: Store) => {
  const clock = movableClock();
  const timer = movableTimer();
  return {
    timer,
    clock,
    pass: (ms: number) => {
      clock.advance(ms);
      timer.advance(ms);
    },
    /** Every job of every instance has looked, and waits for its next look. */
    idle: (jobs: number) => until(() => timer.waiting() === jobs),
    start: (instanceId: string, jobs: readonly Job[], own: Store = store) => {
      const deps = { store: own, clock, timer, log: silentLog, instanceId };
      const handle = startJobs(deps, jobs);
      afterThisTest(() => handle.stop());
      return handle;
    },
  };
};

/** A job that runs until it is let go. */
export const heldJob = (given: Partial<Job> = {}) => {
  const going = { runs: 0, under: 0, most: 0, wasAborted: false };
  let finish = nothing;
  const run = async (signal: AbortSignal) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    finish = resolve;
    going.runs += 1;
    going.under += 1;
    going.most = Math.max(going.most, going.under);
    signal.addEventListener("abort", () => {
      going.wasAborted = true;
    });
    await promise;
    going.under -= 1;
  };
  return { going, finish: () => finish(), job: job({ run, ...given }) };
};
