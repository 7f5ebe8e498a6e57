import { z } from "zod";
import type { Clock } from "#server/clock.ts";
import { errorFields, type Log } from "#server/log.ts";
import { releaseLease, takeLease } from "#server/store/leases.ts";
import { readSetting, writeSetting } from "#server/store/settings.ts";
import type { Store } from "#server/store/store.ts";
import type { Job } from "./job.ts";

export type JobDeps = { store: Store; clock: Clock; log: Log; instanceId: string };

/** The longest that a job stands still after the instance that ran it died. */
const LEASE_MAX_MS = 45_000;
const INTERVALS_PER_LEASE = 3;

/** Kept without a break, taken anew, or in another instance's hands. */
type Hold = "kept" | "taken" | "elsewhere";

/** This instance's hold on one job. */
export type Tenure = {
  /** How often it must be claimed again to be kept. */
  readonly renewMs: number;
  /** Takes or keeps the job. Never throws: what cannot be asked for is elsewhere. */
  claim(): Promise<Hold>;
  /** How long the job rests yet, whoever ran it last: in ms, as it was when the job was taken. */
  restMs(): number;
  /** Keeps the job, and writes down for whoever has it then that it rests until so late. Never throws. */
  rest(until: Date): Promise<void>;
  /** Lets another instance have it at once. Never throws. */
  release(): Promise<void>;
};

const everyInstance: Tenure = {
  renewMs: Number.POSITIVE_INFINITY,
  claim: async () => "kept",
  restMs: () => 0,
  rest: async () => {},
  release: async () => {},
};

export const createTenure = (
  { store, clock, log, instanceId }: JobDeps,
  { name, everyMs, jitterMs = 0, leased }: Job,
): Tenure => {
  if (!leased) return everyInstance;
  const ttlMs = Math.min(INTERVALS_PER_LEASE * everyMs, LEASE_MAX_MS);
  const lease = { name: `job:${name}`, holder: instanceId };
  const restsUntil = { key: `job:${name}:rests_until`, schema: z.iso.datetime() };
  let heldUntil = Number.NEGATIVE_INFINITY;
  let restMs = 0;

  const readRest = async () => {
    const written = await readSetting(store, restsUntil);
    if (written === null) return 0;
    const leftMs = new Date(written).getTime() - clock.now().getTime();
    // No longer than an interval, should the clock have been set back.
    return Math.max(0, Math.min(leftMs, everyMs + jitterMs));
  };

  return {
    renewMs: ttlMs / INTERVALS_PER_LEASE,
    restMs: () => restMs,
    claim: async () => {
      const askedAt = performance.now();
      const wasHeld = askedAt < heldUntil;
      try {
        const isHeld = await takeLease(store, clock, { ...lease, ttlMs });
        if (isHeld && !wasHeld) restMs = await readRest();
        heldUntil = isHeld ? askedAt + ttlMs : Number.NEGATIVE_INFINITY;
      } catch (error) {
        // A store that fails now and then takes nothing away before the lease is over.
        log.warn("job.lease_failed", { job: name, ...errorFields(error) });
      }
      if (performance.now() >= heldUntil) return "elsewhere";
      return wasHeld ? "kept" : "taken";
    },
    rest: async (until) => {
      try {
        await takeLease(store, clock, { ...lease, ttlMs }, (tx) =>
          writeSetting(store, tx, clock, restsUntil, until.toISOString()),
        );
      } catch (error) {
        log.warn("job.lease_failed", { job: name, ...errorFields(error) });
      }
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
