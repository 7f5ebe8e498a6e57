import type { Clock } from "#server/clock.ts";
import { errorFields, type Log } from "#server/log.ts";
import { releaseLease, takeLease } from "#server/store/leases.ts";
import type { Store } from "#server/store/store.ts";
import type { Job } from "./job.ts";

export type JobDeps = { store: Store; clock: Clock; log: Log; instanceId: string };

/** The longest that a job stands still after the instance that ran it died. */
const LEASE_MAX_MS = 45_000;
const INTERVALS_PER_LEASE = 3;

/** This instance's hold on one job. */
export type Tenure = {
  /** How often it must be claimed again to be kept. */
  readonly renewMs: number;
  /** Takes or keeps the job. False where another instance has it; never throws. */
  claim(): Promise<boolean>;
  /** Lets another instance have it at once. Never throws. */
  release(): Promise<void>;
};

const everyInstance: Tenure = {
  renewMs: Number.POSITIVE_INFINITY,
  claim: async () => true,
  release: async () => {},
};

export const createTenure = (
  { store, clock, log, instanceId }: JobDeps,
  { name, everyMs, leased }: Job,
): Tenure => {
  if (!leased) return everyInstance;
  const ttlMs = Math.min(INTERVALS_PER_LEASE * everyMs, LEASE_MAX_MS);
  const lease = { name: `job:${name}`, holder: instanceId };
  let heldUntil = Number.NEGATIVE_INFINITY;

  return {
    renewMs: ttlMs / INTERVALS_PER_LEASE,
    claim: async () => {
      const askedAt = performance.now();
      try {
        const isHeld = await takeLease(store, clock, { ...lease, ttlMs });
        heldUntil = isHeld ? askedAt + ttlMs : Number.NEGATIVE_INFINITY;
      } catch (error) {
        // A store that fails now and then takes nothing away before the lease is over.
        log.warn("job.lease_failed", { job: name, ...errorFields(error) });
      }
      return performance.now() < heldUntil;
    },
    release: async () => {
      if (heldUntil === Number.NEGATIVE_INFINITY) return;
      heldUntil = Number.NEGATIVE_INFINITY;
      try {
        await releaseLease(store, lease);
      } catch (error) {
        log.warn("job.release_failed", { job: name, ...errorFields(error) });
      }
    },
  };
};
