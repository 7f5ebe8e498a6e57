import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { and, asc, desc, eq, gte } from "drizzle-orm";
import type { Ctx } from "#server/context/context.ts";
import type { Reader } from "#server/store/store.ts";
import type { HistoryGrain } from "#shared/constants/games.ts";
import { DAY_MS, HOUR_MS } from "#shared/constants/time.ts";
import { HISTORY_BUCKET_MS } from "#shared/constants/timings.ts";
import {
  addTallies,
  EMPTY_TALLY,
  type HistoryBucket,
  startOf,
  type Tally,
} from "./history-rule.ts";
import { readBuckets, writeBuckets } from "./history-store.ts";

/** How long the buckets of each width are kept. */
const HISTORY_KEPT_MS: Record<HistoryGrain, number> = {
  "5m": 2 * DAY_MS,
  "1h": 365 * DAY_MS,
};

const findEdge = async (
  reader: Reader,
  grain: HistoryGrain,
  edge: typeof asc | typeof desc,
  from = new Date(0),
): Promise<Date | null> => {
  const { serverHistory: t } = reader.tables;
  const [row] = await reader
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
const rollUpHour = async (ctx: Ctx, hour: number): Promise<void> => {
  const tallies = new Map<string, Tally>();
  for (let from = hour; from < hour + HOUR_MS; from += HISTORY_BUCKET_MS) {
    const buckets = await readBuckets(ctx, "5m", {
      from: new Date(from),
      to: new Date(from + HISTORY_BUCKET_MS),
    });
    for (const bucket of buckets)
      tallies.set(
        bucket.serverKey,
        addTallies(tallies.get(bucket.serverKey) ?? EMPTY_TALLY, bucket),
      );
    await yieldToEventLoop();
  }
  if (tallies.size === 0) return;
  await ctx.write((tx) =>
    writeBuckets(
      tx,
      Array.from(tallies, ([serverKey, tally]) => toHour(serverKey, new Date(hour), tally)),
    ),
  );
};

/** @returns the end of the hours that are rolled up, in milliseconds since 1970. */
const rollUp = async (ctx: Ctx, now: Date, signal: AbortSignal): Promise<number> => {
  // A round that began before the turn of the hour is recorded after it.
  const end = +startOf(+now - HISTORY_BUCKET_MS, HOUR_MS);
  const newest = await findEdge(ctx.read, "1h", desc);
  let rolledUntil = newest === null ? 0 : +newest + HOUR_MS;
  while (!signal.aborted) {
    const next = await findEdge(ctx.read, "5m", asc, new Date(rolledUntil));
    if (next === null || +next >= end) return Math.max(rolledUntil, end);
    const hour = +startOf(next, HOUR_MS);
    await rollUpHour(ctx, hour);
    rolledUntil = hour + HOUR_MS;
  }
  return rolledUntil;
};

const prune = async (ctx: Ctx, grain: HistoryGrain, before: number, signal: AbortSignal) => {
  const { serverHistory: t } = ctx.tables;
  while (!signal.aborted) {
    const oldest = await findEdge(ctx.read, grain, asc);
    if (oldest === null || +oldest >= before) return;
    await ctx.write(async (tx) => {
      await tx.delete(t).where(and(eq(t.grain, grain), eq(t.at, oldest)));
    });
    await yieldToEventLoop();
  }
};

/**
 * Turns five-minute buckets into hours and removes what is past its time, in small steps.
 * @param signal stops between two steps; the next call goes on from there.
 */
export const rollUpHistory = async (ctx: Ctx, signal: AbortSignal): Promise<void> => {
  const now = ctx.clock.now();
  const rolledUntil = await rollUp(ctx, now, signal);
  // What is not in an hour yet stays, however old.
  await prune(ctx, "5m", Math.min(+now - HISTORY_KEPT_MS["5m"], rolledUntil), signal);
  await prune(ctx, "1h", +now - HISTORY_KEPT_MS["1h"], signal);
};
