import { setTimeout as sleep } from "node:timers/promises";
import { errorFields } from "#server/log.ts";
import type { Job } from "./job.ts";
import { createTenure, type JobDeps, type Tenure } from "./tenure.ts";

export type { JobDeps } from "./tenure.ts";

/** How often an instance looks whether a job that another one runs has become free. */
const STANDBY_MS = 2000;

/** What one attempt came to; on standby another instance has the job. */
export type JobRun = "ran" | "failed" | "standby";

const runHeld = async (
  { log }: JobDeps,
  job: Job,
  tenure: Tenure,
  signal: AbortSignal,
): Promise<JobRun> => {
  const lost = new AbortController();
  let isRenewing = false;
  const renew = async () => {
    if (isRenewing) return;
    isRenewing = true;
    if (!(await tenure.claim())) lost.abort();
    isRenewing = false;
  };
  const renewing = Number.isFinite(tenure.renewMs)
    ? setInterval(() => void renew(), tenure.renewMs)
    : undefined;
  try {
    await job.run(AbortSignal.any([signal, lost.signal]));
    return "ran";
  } catch (error) {
    if (!signal.aborted) log.error("job.failed", { job: job.name, ...errorFields(error) });
    return "failed";
  } finally {
    clearInterval(renewing);
  }
};

/** One attempt: takes the lease where there is one, runs the job, tells how it went. Never throws. */
export const runJob = async (deps: JobDeps, job: Job, signal: AbortSignal): Promise<JobRun> => {
  const tenure = createTenure(deps, job);
  return (await tenure.claim()) ? runHeld(deps, job, tenure, signal) : "standby";
};

const untilStopped = (ms: number, signal: AbortSignal) =>
  sleep(ms, undefined, { signal }).catch(() => {});

const keepRunning = async (deps: JobDeps, job: Job, signal: AbortSignal): Promise<void> => {
  const tenure = createTenure(deps, job);
  let dueAt = performance.now();
  while (!signal.aborted) {
    if (!(await tenure.claim())) {
      await untilStopped(Math.min(job.everyMs, STANDBY_MS) * (1 + Math.random() / 4), signal);
      dueAt = performance.now();
      continue;
    }
    const waitMs = dueAt - performance.now();
    if (waitMs > 0) {
      // Between two runs the lease is kept, or every instance would run the job in its turn.
      await untilStopped(Math.min(waitMs, tenure.renewMs), signal);
      continue;
    }
    dueAt = performance.now() + job.everyMs + Math.random() * (job.jitterMs ?? 0);
    await runHeld(deps, job, tenure, signal);
  }
  await tenure.release();
};

/**
 * Starts these jobs; each runs at once, then in its interval. A job that fails is logged and runs
 * again in its turn. A leased one is taken over within 45 s after its instance died, and at once
 * (2 s) after it stopped.
 */
export const startJobs = (deps: JobDeps, jobs: readonly Job[]): { stop(): Promise<void> } => {
  const stopping = new AbortController();
  const running = jobs.map((job) => keepRunning(deps, job, stopping.signal));
  return {
    /** Asks running jobs to end, waits for them and gives the leases back. */
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
};
