import { existsSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import type { Clock } from "#server/core/clock.ts";
import { errorFields, type Log } from "#server/core/log.ts";
import { databaseFile } from "./data-folder.ts";
import { releaseLease, takeLease } from "./job-runs.ts";
import { migrationsPending } from "./migrate.ts";
import { one, type Store } from "./store.ts";
import { type StoreTrouble, storeTroubleOf } from "./trouble.ts";

type Asked = Pick<Store, "engine" | "read">;

const askFor = async <T>(read: Asked["read"], value: SQL<T>): Promise<T> =>
  one(await read.select({ value }).from(sql`(SELECT 1) AS "once"`)).value;

const bytesOf = (file: string) => (existsSync(file) ? statSync(file).size : 0);

/**
 * The version of SQLite or of PostgreSQL's server, and what the database takes on disk.
 * @throws where the database cannot be asked.
 */
export const readFigures = async (
  { engine, read }: Asked,
  dataDir: string,
): Promise<{ version: string; bytes: number }> => {
  if (engine === "sqlite") {
    const file = databaseFile(dataDir);
    const version = await askFor(read, sql`sqlite_version()`.mapWith(String));
    return { version, bytes: bytesOf(file) + bytesOf(`${file}-wal`) };
  }
  const version = await askFor(read, sql`current_setting('server_version')`.mapWith(String));
  const size = sql`pg_database_size(current_database())`.mapWith(Number);
  return { version, bytes: await askFor(read, size) };
};

/**
 * How far this machine's clock is ahead of that of PostgreSQL's server, in milliseconds.
 * @returns null with SQLite, which has no other clock.
 * @throws where the database cannot be asked.
 */
export const readClockLead = async (
  { engine, read }: Asked,
  clock: Clock,
): Promise<number | null> => {
  if (engine === "sqlite") return null;
  const startedMs = performance.now();
  const at = sql`extract(epoch FROM clock_timestamp()) * 1000`.mapWith(Number);
  const serverMs = await askFor(read, at);
  const roundTripMs = performance.now() - startedMs;
  return clock.now().getTime() - roundTripMs / 2 - serverMs;
};

/** A store that takes longer than this does not count as reachable. */
const PATIENCE_MS = 2000;
const LOOK_MS = 100;
/** However many balancers ask, the store is asked once in this time. */
const REMEMBERED_MS = 1000;
/** How long the row of an instance that was killed may still name it. */
const SIGN_OF_LIFE_MS = 60_000;

/** One word, as a balancer's log will show it. */
export type HealthState = "ok" | "draining" | "unmigrated" | StoreTrouble;

/** Whether this instance can serve. */
export type Health = {
  /** Asks the store by reading and writing. Remembered for a second. Never throws. */
  check(): Promise<HealthState>;
  /** From now on a balancer should send nobody here, though whoever comes is still served. */
  drain(): void;
  /** The instance ends: nothing names it any more. Fails where the store cannot be written. */
  end(): Promise<void>;
};

/**
 * Resolves to "away" once `asking` has taken too long. Only time in which this process came to look counts: while
 * its thread is busy, as during the start on a slow machine, an answer may lie there unread.
 */
const inTime = async (asking: Promise<HealthState>): Promise<HealthState> => {
  const answered = new AbortController();
  const untilTooLate = async (): Promise<HealthState> => {
    for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += LOOK_MS)
      await sleep(LOOK_MS, undefined, { signal: answered.signal });
    return "away";
  };
  const tooLate = untilTooLate().catch(() => asking);
  try {
    return await Promise.race([asking, tooLate]);
  } finally {
    answered.abort();
  }
};

export const createHealth = (given: {
  store: Store;
  clock: Clock;
  log: Log;
  instanceId: string;
}): Health => {
  const { store, clock, log, instanceId } = given;
  const sign = { name: `instance:${instanceId}`, holder: instanceId, ttlMs: SIGN_OF_LIFE_MS };
  let isDraining = false;
  let isMigrated = false;

  const ask = async (): Promise<HealthState> => {
    try {
      // Applied migrations stay applied; the question is asked until it is answered once.
      isMigrated ||= !(await migrationsPending(store));
      if (!isMigrated) return "unmigrated";
      await takeLease(store, clock, sign);
      return "ok";
    } catch (error) {
      const trouble = storeTroubleOf(error);
      // The store itself has told of what it knows.
      if (trouble === null) log.error("health.failed", errorFields(error));
      return trouble ?? "failing";
    }
  };

  let answer: { state: Promise<HealthState>; askedAtMs: number } | null = null;
  const remembered = () => {
    const nowMs = performance.now();
    if (answer === null || nowMs - answer.askedAtMs >= REMEMBERED_MS)
      answer = { state: inTime(ask()), askedAtMs: nowMs };
    return answer.state;
  };

  return {
    check: async () => {
      const state = isDraining ? "draining" : await remembered();
      return isDraining ? "draining" : state;
    },
    drain: () => {
      isDraining = true;
    },
    end: async () => {
      // What was asked before would leave the sign again.
      await answer?.state;
      await releaseLease(store, sign);
    },
  };
};
