import type { Clock } from "#server/core/clock.ts";
import { errorFields, type Log, type LogFields } from "#server/core/log.ts";
import type { Store } from "./store.ts";
import { type StoreTrouble, storeTroubleOf } from "./trouble.ts";

/**
 * Logs what failed beside the requests. While the database cannot be used the store itself has said
 * so, once: whatever else fails of it is there for those alone who want every detail.
 */
export const logFailure = (
  log: Log,
  level: "warn" | "error",
  event: string,
  error: unknown,
  fields: LogFields = {},
): void => {
  log[storeTroubleOf(error) === null ? level : "debug"](event, {
    ...fields,
    ...errorFields(error),
  });
};

/** Only after so long without a failure is an outage over: a disk that is nearly full fails now and then. */
const QUIET_MS = 10_000;

/** A time in which the database could not be used. */
export type Outage = { from: Date; until: Date; trouble: StoreTrouble };

/** What this instance knows of such times. */
export type Outages = {
  /** True while one lasts, or has only just ceased. */
  isOpen(): boolean;
  /** The database has been written. */
  written(): void;
  /** What is over, and has not been told of: several become one. */
  unreported(): Outage | null;
  markReported(outage: Outage): void;
};

/** Follows the store of this instance: one line in the log when an outage begins, one when it is over. */
export const createOutages = (given: {
  store: Pick<Store, "onTrouble">;
  clock: Clock;
  log: Log;
}): Outages => {
  const { store, clock, log } = given;
  let open: { from: Date; trouble: StoreTrouble; failedAt: Date; wellSince: Date | null } | null =
    null;
  let unreported: Outage | null = null;

  store.onTrouble((trouble, error) => {
    const now = clock.now();
    if (open === null) {
      log.error("store.unavailable", { trouble, ...errorFields(error) });
      open = { from: now, trouble, failedAt: now, wellSince: null };
    } else {
      open.failedAt = now;
      open.wellSince = null;
    }
  });

  return {
    isOpen: () => open !== null,
    written: () => {
      if (open === null) return;
      const now = clock.now();
      open.wellSince ??= now;
      if (now.getTime() - open.failedAt.getTime() < QUIET_MS) return;
      const { from, trouble, wellSince: until } = open;
      open = null;
      const seconds = Math.round((until.getTime() - from.getTime()) / 1000);
      log.warn("store.available", { trouble, from: from.toISOString(), seconds });
      unreported = { from: unreported?.from ?? from, until, trouble };
    },
    unreported: () => unreported,
    markReported: (outage) => {
      if (unreported === outage) unreported = null;
    },
  };
};
