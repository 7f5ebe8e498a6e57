import { systemTimer } from "#server/core/clock.ts";
import { errorFields } from "#server/core/log.ts";
import { type EndedRun, forgetOtherJobs } from "#server/store/job-runs.ts";
import { logFailure, storeTroubleOf } from "#server/store/trouble.ts";
import {
  createJobLease,
  createKeeper,
  type Job,
  type JobDeps,
  type JobLease,
  KEEP_MS,
  type Keeper,
} from "./job-lease.ts";

export type { JobDeps } from "./job-lease.ts";

/** After what failed because the database could not be used a rare job need not wait for its turn. */
const STORE_RETRY_MS = 10_000;
/** How often an instance looks whether a job that another one runs has become free. */
const STANDBY_MS = 2000;
/** A run that takes longer is written down while it is under way: whoever looks need not think that nothing runs. */
const LONG_RUN_MS = 60_000;
/** Jobs begin one after the other, so that requests which waited for the start are answered between. */
const BEGIN_APART_MS = 10;

/**
 * What one look came to: the job was run to its end, failed, could not use the database, or was told
 * to stop; it is not due yet; or another instance has it.
 */
export type JobRun = "ran" | "failed" | "storeless" | "stopped" | "early" | "standby";

/** What a failure is called where it is written down: the log has the rest. */
const wordOf = (error: unknown): string => {
  const { error: name, sqlstate } = errorFields(error);
  return [name, sqlstate].filter(Boolean).join(" ");
};

type Ended = { how: JobRun; error: string | null };

const runHeld = async (
  { log, clock, timer = systemTimer }: JobDeps,
  job: Job,
  jobLease: JobLease,
  signal: AbortSignal,
): Promise<Ended> => {
  const startedAt = clock.now();
  let noting = Promise.resolve();
  const stopNoting = timer.after(LONG_RUN_MS, () => {
    noting = jobLease.noteUnderWay(startedAt);
  });
  const lost = new AbortController();
  let isRenewing = false;
  let renewal = Promise.resolve();
  const renew = async () => {
    isRenewing = true;
    if ((await jobLease.claim()) !== "kept") lost.abort();
    isRenewing = false;
  };
  const renewInTurn = () => {
    if (!isRenewing) renewal = renew();
  };
  const stopRenewing = Number.isFinite(jobLease.renewMs)
    ? timer.every(jobLease.renewMs, renewInTurn)
    : () => {};
  const ending = AbortSignal.any([signal, lost.signal]);
  try {
    await job.run(ending);
    return { how: ending.aborted ? "stopped" : "ran", error: null };
  } catch (error) {
    if (!signal.aborted) logFailure(log, "error", "job.failed", error, { job: job.name });
    return { how: storeTroubleOf(error) === null ? "failed" : "storeless", error: wordOf(error) };
  } finally {
    stopRenewing();
    stopNoting();
    // What comes later would take back what has been given away since.
    await Promise.all([renewal, noting]);
  }
};

/** What is counted of runs, from the start on. */
const RESULTS = ["ran", "failed"] as const;

const countRun = ({ metrics }: JobDeps, { name }: Job, run: EndedRun): void => {
  metrics?.jobRuns.add([name, run.error === null ? "ran" : "failed"]);
  metrics?.jobSeconds.of([name]).observe(run.tookMs / 1000);
  metrics?.jobs.note(name, run);
};

/** One job on this instance: each look claims it, and runs it where it is due. */
const watch = (deps: JobDeps, job: Job, keeper?: Keeper) => {
  const { timer = systemTimer } = deps;
  const jobLease = createJobLease(deps, job, keeper);
  let dueAt = timer.nowMs();

  const look = async (signal: AbortSignal): Promise<JobRun> => {
    const hold = await jobLease.claim();
    if (hold === "elsewhere") return "standby";
    if (hold === "taken") dueAt = timer.nowMs() + jobLease.msToNextRun();
    if (signal.aborted || timer.nowMs() < dueAt) return "early";
    const intervalMs = job.everyMs + Math.random() * (job.jitterMs ?? 0);
    const nextRunAt = new Date(deps.clock.now().getTime() + intervalMs);
    dueAt = timer.nowMs() + intervalMs;
    const [startedAt, startedMs] = [deps.clock.now(), timer.nowMs()];
    const { how, error } = await runHeld(deps, job, jobLease, signal);
    if (how === "stopped") return how;
    const run = { startedAt, tookMs: timer.nowMs() - startedMs, everyMs: job.everyMs, error };
    countRun(deps, job, run);
    if (how === "storeless") dueAt = Math.min(dueAt, timer.nowMs() + STORE_RETRY_MS);
    // What was cut short or has failed is done at once by whoever takes over.
    if (how === "ran") await jobLease.noteSuccess(run, nextRunAt);
    if (how === "failed") await jobLease.noteFailure(run);
    if (how === "storeless") await jobLease.noteOver();
    return how;
  };
  /** How long until the next look. Between two runs the lease is kept. */
  const waitMs = (run: JobRun) =>
    run === "standby"
      ? Math.min(job.everyMs, STANDBY_MS) * (1 + Math.random() / 4)
      : Math.max(0, Math.min(dueAt - timer.nowMs(), jobLease.renewMs));
  return { look, waitMs, release: () => jobLease.release() };
};

/**
 * One look at a job by an instance that has not had it before: takes the lease where there is one,
 * runs the job where it is due. Never throws.
 */
export const runJob = (deps: JobDeps, job: Job, signal: AbortSignal): Promise<JobRun> =>
  watch(deps, job).look(signal);

const keepRunning = async (
  deps: JobDeps,
  job: Job,
  keeper: Keeper,
  signal: AbortSignal,
): Promise<void> => {
  const { timer = systemTimer } = deps;
  const { look, waitMs, release } = watch(deps, job, keeper);
  while (!signal.aborted) await timer.wait(waitMs(await look(signal)), signal);
  await release();
};

/**
 * Starts these jobs; each runs when it is due, then in its interval. A job that fails is logged and
 * runs again in its turn. A leased one is taken over within 10 s after its instance died, and at once
 * (2 s) after it stopped: then it first rests for what is left of its interval, unless its last run
 * did not come to its end.
 */
export const startJobs = (deps: JobDeps, jobs: readonly Job[]): { stop(): Promise<void> } => {
  const { timer = systemTimer } = deps;
  const stopping = new AbortController();
  const keeper = createKeeper(deps);
  let renewing: Promise<void> | null = null;
  const stopKeeping = timer.every(KEEP_MS, () => {
    renewing ??= keeper.renew().finally(() => {
      renewing = null;
    });
  });
  const names = jobs.filter(({ leased }) => leased).map(({ name }) => name);
  const forgetting = forgetOtherJobs(deps.store, names).catch((error: unknown) =>
    logFailure(deps.log, "warn", "job.forget_failed", error),
  );
  for (const { name } of jobs)
    for (const result of RESULTS) deps.metrics?.jobRuns.add([name, result], 0);
  const running = jobs.map(async (job, index) => {
    if (index > 0) await timer.wait(index * BEGIN_APART_MS, stopping.signal);
    await keepRunning(deps, job, keeper, stopping.signal);
  });
  return {
    /** Asks running jobs to end, waits for them and gives the leases back. */
    stop: async () => {
      stopping.abort();
      await Promise.all([...running, forgetting]);
      stopKeeping();
      await renewing;
    },
  };
};
