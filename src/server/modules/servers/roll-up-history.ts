import { and, asc, desc, eq, gte } from "drizzle-orm";
import { setImmediate as others } from "node:timers/promises";
import type { Clock } from "#server/clock.ts";
import type { Store } from "#server/store/store.ts";
import type { HistoryGrain } from "#shared/constants/games.ts";
import { HISTORY_BUCKET_MS } from "#shared/constants/timings.ts";
import {
  addTallies,
  EMPTY_TALLY,
  type HistoryBucket,
  HOUR_MS,
  startOf,
  type Tally,
} from "./history-rule.ts";
import { readBuckets, writeBuckets } from "./history-store.ts";

const DAY_MS = 24 * HOUR_MS;
/** How long the buckets of each width are kept. */
const HISTORY_KEPT_MS: Record<HistoryGrain, number> = {
  "5m": 2 * DAY_MS,
  "1h": 365 * DAY_MS,
};

const findEdge = async (
  { read, tables: { serverHistory: t } }: Store,
  grain: HistoryGrain,
  edge: typeof asc | typeof desc,
  from = new Date(0),
): Promise<Date | null> => {
  const [row] = await read
    .select({ at: t.at })
    .from(t)
    .where(and(eq(t.grain, grain), gte(t.at, from)))
    .orderBy(edge(t.grain), edge(t.at))
    .limit(1);
  return row?.at ?? null;
};

const toHour = (serverKey: string, at: Date, tally: Tally): HistoryBucket => ({
  ...tally,
  serverKey,
  grain: "1h",
  at,
});

/** Adds up one hour, bucket by bucket, and writes it whole: a part of an hour would stay one. */
const rollUpHour = async (store: Store, hour: number): Promise<void> => {
  const tallies = new Map<string, Tally>();
  for (let from = hour; from < hour + HOUR_MS; from += HISTORY_BUCKET_MS) {
    const buckets = await readBuckets(store, "5m", {
      from: new Date(from),
      to: new Date(from + HISTORY_BUCKET_MS),
    });
    for (const bucket of buckets)
      tallies.set(
        bucket.serverKey,
        addTallies(tallies.get(bucket.serverKey) ?? EMPTY_TALLY, bucket),
      );
    await others();
  }
  if (tallies.size === 0) return;
  await store.write((tx) =>
    writeBuckets(
      store.tables,
      tx,
      Array.from(tallies, ([serverKey, tally]) => toHour(serverKey, new Date(hour), tally)),
    ),
  );
};

/** @returns the end of the hours that are rolled up, in milliseconds since 1970. */
const rollUp = async (store: Store, now: Date, signal: AbortSignal): Promise<number> => {
  // A round that began before the turn of the hour is recorded after it.
  const end = +startOf(+now - HISTORY_BUCKET_MS, HOUR_MS);
  const newest = await findEdge(store, "1h", desc);
  let rolledUntil = newest === null ? 0 : +newest + HOUR_MS;
  while (!signal.aborted) {
    const next = await findEdge(store, "5m", asc, new Date(rolledUntil));
    if (next === null || +next >= end) return Math.max(rolledUntil, end);
    const hour = +startOf(next, HOUR_MS);
    await rollUpHour(store, hour);
    rolledUntil = hour + HOUR_MS;
  }
  return rolledUntil;
};

const prune = async (store: Store, grain: HistoryGrain, before: number, signal: AbortSignal) => {
  const { serverHistory: t } = store.tables;
  while (!signal.aborted) {
    const oldest = await findEdge(store, grain, asc);
    if (oldest === null || +oldest >= before) return;
    await store.write(async (tx) => {
      await tx.delete(t).where(and(eq(t.grain, grain), eq(t.at, oldest)));
    });
    await others();
  }
};

/**
 * Turns five-minute buckets into hours and removes what is past its time, in small steps.
 * @param signal stops between two steps; the next call goes on from there.
 */
export const rollUpHistory = async (
  { store, clock }: { store: Store; clock: Clock },
  signal: AbortSignal,
): Promise<void> => {
  const now = clock.now();
  const rolledUntil = await rollUp(store, now, signal);
  // What is not in an hour yet stays, however old.
  await prune(store, "5m", Math.min(+now - HISTORY_KEPT_MS["5m"], rolledUntil), signal);
  await prune(store, "1h", +now - HISTORY_KEPT_MS["1h"], signal);
};
