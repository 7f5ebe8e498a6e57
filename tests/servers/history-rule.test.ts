import { expect, test } from "bun:test";
import {
  addProbe,
  addTallies,
  bucketStart,
  CHART_POINTS,
  chartEnd,
  chartOf,
  EMPTY_TALLY,
  type Tally,
} from "#server/modules/servers/history.ts";
import { CHART_POINT_MS } from "#shared/constants/time.ts";
import { serverHistory } from "#shared/schemas/servers.ts";

const tallyOf = (...answers: (number | null)[]): Tally =>
  answers.map((players) => (players === null ? null : { players })).reduce(addProbe, EMPTY_TALLY);

const END = new Date("2026-03-01T12:00:00.000Z");
/** The start of the quarter hour that ends `back` points before the chart does. */
const pointAt = (back: number) => +END - (back + 1) * CHART_POINT_MS;

test("a bucket counts questions, answers, and the fewest, most and sum of players", () => {
  expect(tallyOf(4, null, 9, 2)).toEqual({
    playersMin: 2,
    playersMax: 9,
    playersSum: 15,
    answered: 3,
    probes: 4,
  });
  expect(tallyOf(null)).toEqual({ ...EMPTY_TALLY, probes: 1 });
});

test("adding buckets is the same as counting everything at once", () => {
  expect(addTallies(tallyOf(4, null), tallyOf(9, 2))).toEqual(tallyOf(4, null, 9, 2));
  expect(addTallies(tallyOf(null), tallyOf(3))).toEqual(tallyOf(null, 3));
});

test("buckets begin at full five minutes, charts end with the quarter hour under way", () => {
  expect(bucketStart(new Date("2026-03-01T12:09:59.999Z"))).toEqual(
    new Date("2026-03-01T12:05:00.000Z"),
  );
  expect(chartEnd(new Date("2026-03-01T11:45:00.000Z"))).toEqual(END);
  expect(chartEnd(new Date("2026-03-01T11:59:59.999Z"))).toEqual(END);
});

test("a chart has 96 points of 15 minutes, oldest first, null where nothing is known", () => {
  const chart = chartOf(
    "den",
    new Map([
      [pointAt(0), tallyOf(10, 11)],
      [pointAt(1), tallyOf(null, null)],
      [pointAt(95), tallyOf(1, 2, 2)],
      [pointAt(96), tallyOf(70)],
    ]),
    END,
  );
  expect(serverHistory.parse(chart)).toEqual(chart);
  expect(chart.points).toHaveLength(CHART_POINTS);
  expect(chart.points.at(-1)).toBe(10.5);
  expect(chart.points.at(-2)).toBeNull();
  expect(chart.points[0]).toBe(1.7);
  expect(chart.points.filter((point) => point !== null)).toHaveLength(2);
  expect(chart.until).toBe("2026-03-01T12:00:00.000Z");
});

test("the peak is the most players seen, not the highest mean; uptime the share of answers", () => {
  const chart = chartOf(
    "den",
    new Map([
      [pointAt(3), tallyOf(1, 1, 40)],
      [pointAt(2), tallyOf(20, 20, null)],
    ]),
    END,
  );
  expect(chart.peak).toBe(40);
  expect(chart.uptime).toBeCloseTo(5 / 6);
});

test("nothing known: no peak, and no uptime rather than none", () => {
  expect(chartOf("den", new Map(), END)).toMatchObject({ peak: 0, uptime: null });
});
