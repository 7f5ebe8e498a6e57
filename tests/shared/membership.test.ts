import { describe, expect, test } from "bun:test";
import { pointsText, setLocale } from "#shared/rules/format.ts";
import { tierOf } from "#shared/rules/membership.ts";
import { countText } from "#shared/rules/numbers.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";

describe("[POINTS-06] the tier of a membership", () => {
  test.each([
    ["Gold:2026-12-01", "Gold"],
    ["Diamond:2026-12-01", "Diamond"],
    ["Vibranium:", "Vibranium"],
    ["Standard:2026-12-01", "Standard"],
    ["Gold", "Gold"],
    ["gold:2026-12-01", "Standard"],
    ["Platinum:2026-12-01", "Standard"],
    [":Gold", "Standard"],
    ["", "Standard"],
    [null, "Standard"],
    [undefined, "Standard"],
  ] as const)("of %p is %p", (sub, tier) => {
    expect(tierOf(sub)).toBe(tier);
  });
});

describe("[POINTS-11] points are shown with the separators of the site", () => {
  test.each([
    [0, "en", "0"],
    [999, "en", "999"],
    [12_345, "en", "12,345"],
    [12_345, "de", "12.345"],
    [1_000_000_000, "en", "1,000,000,000"],
    [-1500, "en", "-1,500"],
  ])("%p in %p is %p", (points, locale, text) => {
    setLocale(locale);
    afterThisTest(() => setLocale("en-US"));
    expect(pointsText(points)).toBe(text);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, undefined, null, "12345", {}])(
    "%p is no number and shows as 0",
    (points) => {
      expect(pointsText(points)).toBe("0");
    },
  );
});

describe("[NAV-06] a badge counts to 99+", () => {
  test.each([
    [1, "1"],
    [99, "99"],
    [100, "99+"],
    [250, "99+"],
  ])("%p shows as %p", (count, text) => {
    expect(countText(count)).toBe(text);
  });
});
