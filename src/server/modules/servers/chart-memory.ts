import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Store } from "#server/store/store.ts";
import { CHART_POINT_MS, HISTORY_BUCKET_MS } from "#shared/constants/timings.ts";
import type { ServerHistory } from "#shared/schemas/servers.ts";
import {
  addTallies,
  CHART_POINTS,
  chartEnd,
  chartOf,
  EMPTY_TALLY,
  type HistoryBucket,
  startOf,
  type Tally,
} from "./history-rule.ts";
import { readBuckets } from "./history-store.ts";

/** Rows read at once, so that nobody waits behind the history: about 2 ms on SQLite. */
const SLICE_ROWS = 600;

/** The quarter hours of the last day of every server, and the charts made of them. */
export const createChartMemory = (keys: readonly string[], now: Date) => {
  const tallies = new Map(keys.map((key) => [key, new Map<number, Tally>()]));
  let charts = new Map<string, ServerHistory>();
  /** Points from here on may still gain buckets that are not in memory. */
  let settledUntil = Number.NEGATIVE_INFINITY;

  const pointsPerSlice = Math.max(
    1,
    Math.floor(SLICE_ROWS / Math.max(1, keys.length * (CHART_POINT_MS / HISTORY_BUCKET_MS))),
  );

  const replacePoints = (from: number, to: number, buckets: readonly HistoryBucket[]) => {
    for (const points of tallies.values())
      for (let point = from; point < to; point += CHART_POINT_MS) points.delete(point);
    for (const bucket of buckets) {
      const points = tallies.get(bucket.serverKey);
      const point = +startOf(bucket.at, CHART_POINT_MS);
      points?.set(point, addTallies(points.get(point) ?? EMPTY_TALLY, bucket));
    }
  };

  const makeCharts = (end: Date) => {
    const begin = +end - CHART_POINTS * CHART_POINT_MS;
    charts = new Map(
      [...tallies].map(([key, points]) => {
        for (const point of points.keys()) if (point < begin) points.delete(point);
        return [key, chartOf(key, points, end)];
      }),
    );
  };
  makeCharts(chartEnd(now));

  return {
    of: (wanted: readonly string[]): readonly ServerHistory[] =>
      wanted.flatMap((key) => charts.get(key) ?? []),

    reload: async (store: Store, now: Date): Promise<void> => {
      const end = chartEnd(now);
      const begin = +end - CHART_POINTS * CHART_POINT_MS;
      const sliceMs = pointsPerSlice * CHART_POINT_MS;
      for (let from = Math.max(begin, settledUntil); from < +end; from += sliceMs) {
        const to = Math.min(from + sliceMs, +end);
        replacePoints(
          from,
          to,
          await readBuckets(store, "5m", { from: new Date(from), to: new Date(to) }),
        );
        await yieldToEventLoop();
      }
      // A round that began before the turn of a quarter hour is recorded after it.
      settledUntil = +end - 2 * CHART_POINT_MS;
      makeCharts(end);
    },
  };
};
