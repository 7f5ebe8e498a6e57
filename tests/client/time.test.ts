import { expect, test } from "bun:test";
import { sinceText } from "#client/lib/time.ts";
import { DAY_MS, HOUR_MS } from "#shared/constants/time.ts";

const NOW_MS = Date.parse("2026-03-20T12:00:00.000Z");

test.each([
  [-1000, "a moment ago"],
  [59_000, "a moment ago"],
  [90_000, "1 minute ago"],
  [5 * HOUR_MS, "5 hours ago"],
  [7 * DAY_MS, "7 days ago"],
  [8 * DAY_MS, "Mar 12, 2026"],
])("what is %p ms old is said to be %p", (ageMs, text) => {
  expect(sinceText(new Date(NOW_MS - ageMs), NOW_MS)).toBe(text);
});
