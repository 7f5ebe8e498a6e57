import { expect, test } from "bun:test";
import { readServerPast } from "#server/modules/servers/board.ts";
import { importHistory, rollUpHistory } from "#server/modules/servers/history.ts";
import { createStatusBoard, type HistoryBucket } from "#server/modules/servers/index.ts";
import type { HistoryRange } from "#shared/constants/games.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";
import { serverPast } from "#shared/schemas/servers.ts";
import { movableClock } from "#tests/support/clock.ts";
import { communityWith } from "#tests/support/community.ts";
import { asSite } from "#tests/support/context.ts";
import { testStore } from "#tests/support/store.ts";

const NOW = Date.UTC(2026, 2, 1, 12, 20);
const DEN = { key: "den", game: "eco", name: "Den", host: "den.example", port: 3000 };

const bucket = (at: number, given: Partial<HistoryBucket> = {}): HistoryBucket => ({
  serverKey: DEN.key,
  grain: "5m",
  at: new Date(at),
  playersMin: 4,
  playersMax: 6,
  playersSum: 100,
  answered: 20,
  probes: 20,
  ...given,
});
const hour = (at: number, given: Partial<HistoryBucket> = {}) =>
  bucket(at, { grain: "1h", ...given });

const setUp = async (buckets: readonly HistoryBucket[]) => {
  const store = await testStore();
  const clock = movableClock(new Date(NOW));
  const site = asSite({ store, clock });
  await importHistory(site, buckets);
  const board = createStatusBoard({ store, clock, config: { community: communityWith([DEN]) } });
  return {
    clock,
    site,
    past: (range: HistoryRange, key = DEN.key) => readServerPast({ board }, { key, range }),
  };
};

test("every range has its points, at most a year of days, and ends with the point under way", async () => {
  const { past } = await setUp([]);
  for (const [range, points, stepMs] of [
    ["24h", 96, 15 * MINUTE_MS],
    ["7d", 168, HOUR_MS],
    ["30d", 360, 2 * HOUR_MS],
    ["1y", 365, DAY_MS],
  ] as const) {
    const found = await past(range);
    expect(serverPast.parse(found)).toEqual(found);
    expect([found.players.length, found.peaks.length, found.uptime.length]).toEqual([
      points,
      points,
      points,
    ]);
    expect(found.stepMs).toBe(stepMs);
    expect(Date.parse(found.from) + points * stepMs).toBeGreaterThan(NOW);
    expect(Date.parse(found.from) + (points - 1) * stepMs).toBeLessThanOrEqual(NOW);
    expect(found).toMatchObject({ peak: null, mean: null, share: null });
    expect(new Set([...found.players, ...found.peaks, ...found.uptime])).toEqual(new Set([null]));
  }
});

test("a point has mean, peak and share of what lies in it; what is unknown stays unknown", async () => {
  const today = Date.UTC(2026, 2, 1);
  const { past } = await setUp([
    hour(today - 2 * DAY_MS, { playersSum: 40, playersMax: 9, answered: 20, probes: 80 }),
    hour(today - 2 * DAY_MS + HOUR_MS, { playersSum: 200, playersMax: 31, answered: 20 }),
    hour(today - DAY_MS, { playersMax: null, playersSum: 0, answered: 0, probes: 12 }),
  ]);
  const year = await past("1y");
  expect(year.players.slice(-4)).toEqual([null, 6, null, null]);
  expect(year.peaks.slice(-4)).toEqual([null, 31, null, null]);
  expect(year.uptime.slice(-4)).toEqual([null, 0.4, 0, null]);
  expect(year).toMatchObject({ peak: 31, mean: 6, share: 0.3571 });
});

test("what is in no hour yet counts once, before and after it is rolled up", async () => {
  const { past, site, clock } = await setUp(
    Array.from({ length: 18 }, (_, index) => bucket(NOW - (index + 1) * 5 * MINUTE_MS)),
  );
  const before = await past("7d");
  expect(before.players.slice(-3)).toEqual([5, 5, 5]);
  expect(before.mean).toBe(5);
  await rollUpHistory(site, new AbortController().signal);
  clock.advance(6 * MINUTE_MS);
  const after = await past("7d");
  expect(after).toEqual(before);
});

test("an answer serves for a while, also whoever asks at the same time", async () => {
  const { past, site, clock } = await setUp([bucket(NOW - 5 * MINUTE_MS)]);
  const [first, second] = await Promise.all([past("24h"), past("24h")]);
  expect(second).toBe(first);
  await importHistory(site, [bucket(NOW, { playersMax: 60 })]);
  expect((await past("24h")).peak).toBe(6);
  clock.advance(2 * MINUTE_MS);
  expect((await past("24h")).peak).toBe(60);
});

test("another server's past is not mixed in, and one that is not configured has none", async () => {
  const { past } = await setUp([bucket(NOW, { serverKey: "other", playersMax: 500 })]);
  expect((await past("24h")).peak).toBeNull();
  expect(past("24h", "other")).rejects.toMatchObject({ code: "not_found" });
});
