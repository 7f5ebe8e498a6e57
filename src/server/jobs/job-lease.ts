import type { SiteMetrics } from "#server/context/services.ts";
import { type Clock, systemTimer, type Timer } from "#server/core/clock.ts";
import type { Log } from "#server/core/log.ts";
import {
  type EndedRun,
  isJobFailing,
  noteJobFailure,
  noteJobOver,
  noteJobSuccess,
  noteJobUnderWay,
  readNextRun,
  releaseLease,
  renewLeases,
  takeLease,
} from "#server/store/job-runs.ts";
import type { Store, TimedTx } from "#server/store/store.ts";
import { logFailure } from "#server/store/trouble.ts";

/** Something that is done again and again beside the requests. */
export type Job = {
  /** Names its lease and its log lines. */
  name: string;
  /** From one start to the next. A run that takes longer delays the next; two never overlap. */
  everyMs: number;
  /** Up to this much is added to `everyMs`, so that not everything happens at once. */
  jitterMs?: number;
  /** True: of all instances, one runs it. False: every instance runs it for itself. */
  leased: boolean;
  /**
   * True: it tells somebody outside the site something, or removes files that are not in the database. A restored
   * copy that is only looked at leaves it out.
   */
  reachesOutside?: true;
  /** @param signal asks to stop soon: the program ends, or another instance took over. */
  run(signal: AbortSignal): Promise<void>;
};

export type JobDeps = {
  store: Store;
  clock: Clock;
  log: Log;
  instanceId: string;
  /** Counts runs, where somebody wants to know. */
  metrics?: Pick<SiteMetrics, "jobRuns" | "jobSeconds" | "jobs">;
  /** The system's unless a test brings one that it can move. */
  timer?: Timer;
};

/** The longest that a job is kept for an instance that has died: another looks every two seconds. */
const LEASE_MAX_MS = 6000;
const INTERVALS_PER_LEASE = 3;

/** What one instance holds, kept by one write for all of it. */
export type Keeper = {
  /** Until when each lease is held, by the timer. */
  readonly heldUntil: Map<string, number>;
  /** Renews every lease of full length. Never throws. */
  renew(): Promise<void>;
};

export const createKeeper = (deps: JobDeps): Keeper => {
  const { clock, instanceId, timer = systemTimer } = deps;
  const heldUntil = new Map<string, number>();
  return {
    heldUntil,
    renew: async () => {
      const names = [...heldUntil.keys()];
      if (names.length === 0) return;
      const askedAt = timer.nowMs();
      try {
        const lease = { names, holder: instanceId, ttlMs: LEASE_MAX_MS };
        const kept = new Set(await renewLeases(deps.store, clock, lease));
        for (const name of names)
          // What has been let go meanwhile is not taken back.
          if (!kept.has(name)) heldUntil.delete(name);
          else if (heldUntil.has(name)) heldUntil.set(name, askedAt + LEASE_MAX_MS);
      } catch (error) {
        logFailure(deps.log, "warn", "job.leases_failed", error);
      }
    },
  };
};

/** How often a keeper renews. */
export const KEEP_MS = LEASE_MAX_MS / INTERVALS_PER_LEASE;

/** Kept without a break, taken anew, or in another instance's hands. */
type LeaseState = "kept" | "taken" | "elsewhere";

/** This instance's hold on one job. */
export type JobLease = {
  /** How often it must be claimed again to be kept. */
  readonly renewMs: number;
  /** Takes or keeps the job. Never throws: what cannot be asked for is elsewhere. */
  claim(): Promise<LeaseState>;
  /** How long the job rests yet, whoever ran it last: in ms, as it was when the job was taken. */
  msToNextRun(): number;
  /** Keeps the job, and writes down that its run takes long, until one comes to its end. Never throws. */
  noteUnderWay(startedAt: Date): Promise<void>;
  /**
   * Keeps the job, and writes down how its run went and, for whoever has it then, that it rests until
   * so late. Never throws.
   */
  noteSuccess(run: EndedRun, nextRunAt: Date): Promise<void>;
  /** Writes down that a run has failed; `noteSuccess` takes it back. Never throws. */
  noteFailure(run: EndedRun): Promise<void>;
  /** Takes back that a run takes long: it has ended, and nobody knows how. Never throws. */
  noteOver(): Promise<void>;
  /** Lets another instance have it at once. Never throws. */
  release(): Promise<void>;
};

const everyInstance: JobLease = {
  renewMs: Number.POSITIVE_INFINITY,
  claim: async () => "kept",
  msToNextRun: () => 0,
  noteUnderWay: async () => {},
  noteSuccess: async () => {},
  noteFailure: async () => {},
  noteOver: async () => {},
  release: async () => {},
};

/** @param keeper renews the lease along with others; without one every claim is a write. */
export const createJobLease = (
  deps: JobDeps,
  { name, everyMs, jitterMs = 0, leased }: Job,
  keeper?: Keeper,
): JobLease => {
  if (!leased) return everyInstance;
  const { clock, instanceId, timer = systemTimer } = deps;
  const ttlMs = Math.min(INTERVALS_PER_LEASE * everyMs, LEASE_MAX_MS);
  const lease = { name: `job:${name}`, holder: instanceId };
  // A job that is due more often than its lease is kept has a shorter one, and renews it by itself.
  const held =
    keeper !== undefined && ttlMs === LEASE_MAX_MS ? keeper.heldUntil : new Map<string, number>();
  const heldUntil = () => held.get(lease.name) ?? Number.NEGATIVE_INFINITY;
  let msToNextRun = 0;
  /** Whether it is written down that the last run failed. */
  let isFailing = false;
  /** Whether it is written down that a run takes long. */
  let isUnderWay = false;

  const note = async (write: (tx: TimedTx) => Promise<void>): Promise<boolean> => {
    try {
      return await takeLease(deps.store, clock, { ...lease, ttlMs }, write);
    } catch (error) {
      logFailure(deps.log, "warn", "job.lease_failed", error, { job: name });
      return false;
    }
  };
  const noteEnd = async (write: (tx: TimedTx) => Promise<void>): Promise<boolean> => {
    const isNoted = await note(async (tx) => {
      await write(tx);
      if (isUnderWay) await noteJobOver(tx, name);
    });
    isUnderWay &&= !isNoted;
    return isNoted;
  };

  const readMsToNextRun = async () => {
    isFailing = await isJobFailing(deps.store.read, name);
    const nextRunAt = await readNextRun(deps.store.read, name);
    if (nextRunAt === null) return 0;
    const leftMs = nextRunAt.getTime() - clock.now().getTime();
    // No longer than an interval, should the clock have been set back.
    return Math.max(0, Math.min(leftMs, everyMs + jitterMs));
  };

  return {
    renewMs: ttlMs / INTERVALS_PER_LEASE,
    msToNextRun: () => msToNextRun,
    claim: async () => {
      const askedAt = timer.nowMs();
      const wasHeld = askedAt < heldUntil();
      if (keeper !== undefined && heldUntil() - askedAt > ttlMs / INTERVALS_PER_LEASE)
        return "kept";
      try {
        const isHeld = await takeLease(deps.store, clock, { ...lease, ttlMs });
        if (isHeld && !wasHeld) msToNextRun = await readMsToNextRun();
        if (isHeld) held.set(lease.name, askedAt + ttlMs);
        else held.delete(lease.name);
      } catch (error) {
        // A store that fails now and then takes nothing away before the lease is over.
        logFailure(deps.log, "warn", "job.lease_failed", error, { job: name });
      }
      if (timer.nowMs() >= heldUntil()) return "elsewhere";
      return wasHeld ? "kept" : "taken";
    },
    noteUnderWay: async (startedAt) => {
      const run = { startedAt, holder: instanceId };
      isUnderWay = (await note((tx) => noteJobUnderWay(tx, name, run))) || isUnderWay;
    },
    noteSuccess: async (run, nextRunAt) => {
      const success = { run, nextRunAt, wasFailing: isFailing };
      if (await noteEnd((tx) => noteJobSuccess(tx, name, success))) isFailing = false;
    },
    noteFailure: async (run) => {
      if (await noteEnd((tx) => noteJobFailure(tx, name, run))) isFailing = true;
    },
    noteOver: async () => {
      if (isUnderWay) await noteEnd(async () => {});
    },
    release: async () => {
      if (!held.delete(lease.name)) return;
      try {
        await releaseLease(deps.store, lease);
      } catch (error) {
        logFailure(deps.log, "warn", "job.release_failed", error, { job: name });
      }
    },
  };
};
