import { expect, test } from "bun:test";
import { asc } from "drizzle-orm";
import {
  type HistoryBucket,
  importHistory,
  rollUpHistory,
} from "#server/modules/servers/history.ts";
import type { Store } from "#server/store/store.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";
import { movableClock } from "#tests/support/clock.ts";
import { asSite } from "#tests/support/context.ts";
import { testStore } from "#tests/support/store.ts";

const NOON = Date.UTC(2026, 2, 1, 12);
const running = new AbortController().signal;

const bucket = (at: number, given: Partial<HistoryBucket> = {}): HistoryBucket => ({
  serverKey: "a",
  grain: "5m",
  at: new Date(at),
  playersMin: 4,
  playersMax: 6,
  playersSum: 100,
  answered: 20,
  probes: 20,
  ...given,
});
/** The twelve buckets of an hour. */
const hourOf = (from: number, given: Partial<HistoryBucket> = {}) =>
  Array.from({ length: 12 }, (_, index) => bucket(from + index * 5 * MINUTE_MS, given));

const rows = async ({ read, tables: { serverHistory: t } }: Store, grain: "5m" | "1h") =>
  (await read.select().from(t).orderBy(asc(t.at), asc(t.serverKey))).filter(
    (row) => row.grain === grain,
  );

const setUp = async (buckets: readonly HistoryBucket[], now: number) => {
  const store = await testStore();
  const clock = movableClock(new Date(now));
  await importHistory(asSite({ store }), buckets);
  return {
    store,
    clock,
    rollUp: (signal = running) => rollUpHistory(asSite({ store, clock }), signal),
  };
};

test("an hour that is over becomes one bucket per server", async () => {
  const { store, rollUp } = await setUp(
    [
      ...hourOf(NOON - HOUR_MS).slice(1),
      bucket(NOON - HOUR_MS, { playersMin: 1, playersMax: 9, playersSum: 20, answered: 5 }),
      bucket(NOON - 30 * MINUTE_MS, {
        serverKey: "b",
        playersMin: null,
        playersMax: null,
        playersSum: 0,
        answered: 0,
      }),
    ],
    NOON + 5 * MINUTE_MS,
  );
  await rollUp();
  expect(await rows(store, "1h")).toEqual([
    {
      serverKey: "a",
      grain: "1h",
      at: new Date(NOON - HOUR_MS),
      playersMin: 1,
      playersMax: 9,
      playersSum: 1120,
      answered: 225,
      probes: 240,
    },
    {
      serverKey: "b",
      grain: "1h",
      at: new Date(NOON - HOUR_MS),
      playersMin: null,
      playersMax: null,
      playersSum: 0,
      answered: 0,
      probes: 20,
    },
  ]);
  expect(await rows(store, "5m")).toHaveLength(13);
});

test("an hour is left alone while a late round may still be recorded in it", async () => {
  const { store, clock, rollUp } = await setUp(hourOf(NOON - HOUR_MS), NOON + 5 * MINUTE_MS - 1);
  await rollUp();
  expect(await rows(store, "1h")).toEqual([]);
  clock.advance(1);
  await rollUp();
  expect(await rows(store, "1h")).toHaveLength(1);
});

test("rolling up again changes nothing, and goes on where it ended", async () => {
  const { store, clock, rollUp } = await setUp(hourOf(NOON - HOUR_MS), NOON + 6 * MINUTE_MS);
  await rollUp();
  const first = await rows(store, "1h");
  await rollUp();
  expect(await rows(store, "1h")).toEqual(first);
  await importHistory(asSite({ store }), hourOf(NOON));
  clock.advance(HOUR_MS);
  await rollUp();
  expect((await rows(store, "1h")).map(({ at }) => +at)).toEqual([NOON - HOUR_MS, NOON]);
});

test("a gap of any length is stepped over", async () => {
  const { store, rollUp } = await setUp(
    [...hourOf(NOON - 40 * HOUR_MS), ...hourOf(NOON - 2 * HOUR_MS)],
    NOON,
  );
  await rollUp();
  expect((await rows(store, "1h")).map(({ at }) => +at)).toEqual([
    NOON - 40 * HOUR_MS,
    NOON - 2 * HOUR_MS,
  ]);
});

test("five minutes are kept for two days, hours for a year; hours outlive their five minutes", async () => {
  const { store, clock, rollUp } = await setUp(
    [
      ...hourOf(NOON - 3 * DAY_MS),
      ...hourOf(NOON - 2 * DAY_MS),
      bucket(NOON - 365 * DAY_MS - HOUR_MS, { grain: "1h" }),
    ],
    NOON,
  );
  await rollUp();
  expect((await rows(store, "5m")).map(({ at }) => +at)).toEqual(
    hourOf(NOON - 2 * DAY_MS).map(({ at }) => +at),
  );
  expect((await rows(store, "1h")).map(({ at }) => +at)).toEqual([
    NOON - 3 * DAY_MS,
    NOON - 2 * DAY_MS,
  ]);
  clock.advance(363 * DAY_MS);
  await rollUp();
  expect(await rows(store, "5m")).toEqual([]);
  expect((await rows(store, "1h")).map(({ at }) => +at)).toEqual([NOON - 2 * DAY_MS]);
});

test("what is not in an hour yet is never removed, however old", async () => {
  const { store, rollUp } = await setUp(hourOf(NOON - 3 * DAY_MS), NOON);
  const stopped = new AbortController();
  stopped.abort();
  await rollUp(stopped.signal);
  expect(await rows(store, "5m")).toHaveLength(12);
});

test("history that is brought in leaves what was measured as it is", async () => {
  const { store } = await setUp([bucket(NOON)], NOON);
  await importHistory(asSite({ store }), [
    bucket(NOON, { playersSum: 1 }),
    bucket(NOON + 5 * MINUTE_MS),
  ]);
  expect((await rows(store, "5m")).map(({ playersSum }) => playersSum)).toEqual([100, 100]);
});

test("500 servers are rolled up in steps that leave room for others", async () => {
  const keys = Array.from({ length: 500 }, (_, index) => `server-${index}`);
  const { store, rollUp } = await setUp(
    keys.flatMap((serverKey) => hourOf(NOON - HOUR_MS, { serverKey })),
    NOON + 10 * MINUTE_MS,
  );
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 1);
  await rollUp();
  clearInterval(counting);
  expect(await rows(store, "1h")).toHaveLength(500);
  expect(turns).toBeGreaterThan(5);
});
