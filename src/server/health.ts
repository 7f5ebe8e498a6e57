import { errorFields, type Log } from "#server/log.ts";
import { migrationsPending } from "#server/store/migrate.ts";
import type { Store } from "#server/store/store.ts";

/** A store that takes longer than this does not count as reachable. */
const PATIENCE_MS = 2000;

export type HealthState = "ok" | "stopping" | "unavailable";

/** Whether this instance can serve. */
export type Health = {
  check(): Promise<HealthState>;
  /** From now on a balancer should send nobody here. */
  stop(): void;
};

export const createHealth = ({ store, log }: { store: Store; log: Log }): Health => {
  let isStopping = false;
  let isMigrated = false;

  const ask = async () => {
    // Applied migrations stay applied; the question is asked until it is answered once.
    isMigrated ||= !(await migrationsPending(store));
    await store.ping();
    return isMigrated;
  };
  const isServing = async () => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tooLate = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), PATIENCE_MS);
    });
    try {
      return await Promise.race([ask(), tooLate]);
    } catch (error) {
      log.error("health.failed", errorFields(error));
      return false;
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    check: async () => {
      if (isStopping) return "stopping";
      return (await isServing()) ? "ok" : "unavailable";
    },
    stop: () => {
      isStopping = true;
    },
  };
};
