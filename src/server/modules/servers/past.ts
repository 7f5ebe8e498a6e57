import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { StatusBoard } from "#server/context/status-board.ts";
import type { Clock } from "#server/core/clock.ts";
import { AppError } from "#server/core/errors.ts";
import type { Store } from "#server/store/store.ts";
import type { HistoryGrain, HistoryRange } from "#shared/constants/games.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";
import { CHART_POINT_MS, HISTORY_BUCKET_MS } from "#shared/constants/timings.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { ServerPast } from "#shared/schemas/servers.ts";
import { addTallies, EMPTY_TALLY, pastOf, startOf, type Tally } from "./history-rule.ts";
import { readServerBuckets } from "./history-store.ts";

/** What a range is made of, and how long an answer about it serves. */
const RANGES: Record<
  HistoryRange,
  { grain: HistoryGrain; stepMs: number; points: number; keptMs: number }
> = {
  "24h": { grain: "5m", stepMs: CHART_POINT_MS, points: 96, keptMs: MINUTE_MS },
  "7d": { grain: "1h", stepMs: HOUR_MS, points: 168, keptMs: HISTORY_BUCKET_MS },
  "30d": { grain: "1h", stepMs: 2 * HOUR_MS, points: 360, keptMs: HISTORY_BUCKET_MS },
  "1y": { grain: "1h", stepMs: DAY_MS, points: 365, keptMs: HOUR_MS },
};

const WIDTH_MS: Record<HistoryGrain, number> = { "5m": HISTORY_BUCKET_MS, "1h": HOUR_MS };
/** Rows read at once, so that nobody waits behind a year: about 2 ms on SQLite. */
const SLICE_ROWS = 600;

const readPast = async (
  store: Store,
  key: string,
  range: HistoryRange,
  now: Date,
): Promise<ServerPast> => {
  const { grain, stepMs, points } = RANGES[range];
  // The last point is still growing.
  const end = +startOf(now, stepMs) + stepMs;
  const from = end - points * stepMs;
  const tallies = new Map<number, Tally>();
  let readUntil = from;
  const add = async (grain: HistoryGrain, from: number, to: number) => {
    const sliceMs = SLICE_ROWS * WIDTH_MS[grain];
    for (let at = from; at < to; at += sliceMs) {
      const upTo = Math.min(at + sliceMs, to);
      for (const bucket of await readServerBuckets(store, { key, grain, from: at, to: upTo })) {
        const point = +startOf(bucket.at, stepMs);
        tallies.set(point, addTallies(tallies.get(point) ?? EMPTY_TALLY, bucket));
        readUntil = Math.max(readUntil, +bucket.at + WIDTH_MS[grain]);
      }
      await yieldToEventLoop();
    }
  };
  await add(grain, from, end);
  // What is in no hour yet.
  if (grain === "1h") await add("5m", Math.max(readUntil, end - 2 * DAY_MS), end);
  return pastOf(tallies, { from, stepMs, points });
};

/** The past of every server, read when somebody asks and kept for a while. */
export const createPastMemory = (keys: readonly string[], store: Store, clock: Clock) => {
  const known = new Set(keys);
  const kept = new Map<string, { until: number; past: Promise<ServerPast> }>();
  return async (key: string, range: HistoryRange): Promise<ServerPast | null> => {
    if (!known.has(key)) return null;
    const now = clock.now();
    const name = `${range} ${key}`;
    const found = kept.get(name);
    if (found !== undefined && found.until > +now) return await found.past;
    const past = readPast(store, key, range, now);
    kept.set(name, { until: +now + RANGES[range].keptMs, past });
    past.catch(() => kept.delete(name));
    return await past;
  };
};

/**
 * Players and uptime of one server. Kept in memory between a minute and an hour, by the range.
 * @throws {AppError} 404 for a server that is not configured, or has no status.
 */
export const readServerPast = async (
  { board }: { board: StatusBoard },
  { key, range }: { key: string; range: HistoryRange },
): Promise<ServerPast> => {
  const past = await board.past(key, range);
  if (past === null) throw new AppError("not_found", MESSAGES.notFound);
  return past;
};
