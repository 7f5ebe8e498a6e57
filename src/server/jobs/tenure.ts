import { z } from "zod";
import type { Clock } from "#server/clock.ts";
import type { Log } from "#server/log.ts";
import { logFailure } from "#server/log-failure.ts";
import { releaseLease, renewLeases, takeLease } from "#server/store/leases.ts";
import { readSetting, writeSetting } from "#server/store/settings.ts";
import type { Store } from "#server/store/store.ts";
import type { Job } from "./job.ts";

export type JobDeps = { store: Store; clock: Clock; log: Log; instanceId: string };

/** The longest that a job is kept for an instance that has died: another looks every two seconds. */
const LEASE_MAX_MS = 6000;
const INTERVALS_PER_LEASE = 3;

/** What one instance holds, kept by one write for all of it. */
export type Keeper = {
  /** Until when each lease is held, by `performance.now()`. */
  readonly heldUntil: Map<string, number>;
  /** Renews every lease of full length. Never throws. */
  renew(): Promise<void>;
};

export const createKeeper = (deps: JobDeps): Keeper => {
  const { store, clock, instanceId } = deps;
  const heldUntil = new Map<string, number>();
  return {
    heldUntil,
    renew: async () => {
      const names = [...heldUntil.keys()];
      if (names.length === 0) return;
      const askedAt = performance.now();
      try {
        const lease = { names, holder: instanceId, ttlMs: LEASE_MAX_MS };
        const kept = new Set(await renewLeases(store, clock, lease));
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

/** @param keeper renews the lease along with others; without one every claim is a write. */
export const createTenure = (
  deps: JobDeps,
  { name, everyMs, jitterMs = 0, leased }: Job,
  keeper?: Keeper,
): Tenure => {
  if (!leased) return everyInstance;
  const { store, clock, instanceId } = deps;
  const ttlMs = Math.min(INTERVALS_PER_LEASE * everyMs, LEASE_MAX_MS);
  const lease = { name: `job:${name}`, holder: instanceId };
  const restsUntil = { key: `job:${name}:rests_until`, schema: z.iso.datetime() };
  // A job that is due more often than its lease is kept has a shorter one, and renews it by itself.
  const held =
    keeper !== undefined && ttlMs === LEASE_MAX_MS ? keeper.heldUntil : new Map<string, number>();
  const heldUntil = () => held.get(lease.name) ?? Number.NEGATIVE_INFINITY;
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
      const wasHeld = askedAt < heldUntil();
      if (keeper !== undefined && heldUntil() - askedAt > ttlMs / INTERVALS_PER_LEASE)
        return "kept";
      try {
        const isHeld = await takeLease(store, clock, { ...lease, ttlMs });
        if (isHeld && !wasHeld) restMs = await readRest();
        if (isHeld) held.set(lease.name, askedAt + ttlMs);
        else held.delete(lease.name);
      } catch (error) {
        // A store that fails now and then takes nothing away before the lease is over.
        logFailure(deps.log, "warn", "job.lease_failed", error, { job: name });
      }
      if (performance.now() >= heldUntil()) return "elsewhere";
      return wasHeld ? "kept" : "taken";
    },
    rest: async (until) => {
      try {
        await takeLease(store, clock, { ...lease, ttlMs }, (tx) =>
          writeSetting(store, tx, clock, restsUntil, until.toISOString()),
        );
      } catch (error) {
        logFailure(deps.log, "warn", "job.lease_failed", error, { job: name });
      }
    },
    release: async () => {
      if (!held.delete(lease.name)) return;
      try {
        await releaseLease(store, lease);
      } catch (error) {
        logFailure(deps.log, "warn", "job.release_failed", error, { job: name });
      }
    },
  };
};
