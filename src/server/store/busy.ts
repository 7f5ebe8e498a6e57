import { StoreError } from "./store-error.ts";

/** How long to wait for another process that holds the database, in milliseconds. */
const BUSY_WAIT_MS = 10_000;
const LONGEST_PAUSE_MS = 50;
const SQLITE_BUSY = 5;

/** True where another process holds the lock that a statement needs. */
export const isBusy = (error: unknown) =>
  error instanceof Error && "errno" in error && (Number(error.errno) & 0xff) === SQLITE_BUSY;

/**
 * Runs `attempt` until no other process is in its way. Waits without stopping the event loop, which
 * is what SQLite's own `busy_timeout` would do.
 * @param waitMs how long to keep trying.
 * @throws {StoreError} when the other process does not let go in time.
 */
export const whenFree = async <T>(attempt: () => T, waitMs = BUSY_WAIT_MS): Promise<T> => {
  const startedMs = performance.now();
  for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() - startedMs >= waitMs)
        throw new StoreError(
          `Another process has held the database for more than ${waitMs / 1000} s. Is a migration, a restore or a database tool at work on it?`,
          { cause: error },
        );
      await Bun.sleep(pauseMs * (0.5 + Math.random()));
    }
  }
};
