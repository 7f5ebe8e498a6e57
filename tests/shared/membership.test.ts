import { describe, expect, test } from "bun:test";
import { byTier, tierIn, tierOf } from "#shared/rules/community.ts";
import { pointsText, setLocale } from "#shared/rules/format.ts";
import { countText } from "#shared/rules/lines.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { EXAMPLE } from "#tests/support/community.ts";

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
    expect(tierIn(EXAMPLE.tiers, sub)).toBe(tier);
  });

  test("is none where the community has no tiers", () => {
    expect(tierIn([], "Gold:2026-12-01")).toBe("Standard");
  });

  test("goes by the document's order, with those that are gone from it below all others", () => {
    const given = ["Diamond", "ember-keeper", "Gold", "Vibranium"].map((tier) => ({ tier }));
    const [gold, ...higher] = EXAMPLE.tiers;
    const ranked = (tiers: typeof EXAMPLE.tiers) =>
      given.toSorted(byTier(tiers)).map(({ tier }) => tier);
    expect(ranked(EXAMPLE.tiers)).toEqual(["ember-keeper", "Gold", "Diamond", "Vibranium"]);
    const turned = [...higher, ...(gold === undefined ? [] : [gold])];
    expect(ranked(turned)).toEqual(["ember-keeper", "Diamond", "Vibranium", "Gold"]);
  });

  test("is shown as the document says, and by its key where that says nothing of it", () => {
    expect(tierOf(EXAMPLE.tiers, "Gold")).toEqual({
      key: "Gold",
      name: "Gold",
      title: "Golden Lynx",
      emblem: "laurel",
    });
    const unnamed = EXAMPLE.tiers.map((tier) => Object.assign({}, tier, { name: undefined }));
    expect(tierOf(unnamed, "Gold").name).toBe("Golden Lynx");
    for (const key of ["Standard", "ember-keeper"])
      expect(tierOf(EXAMPLE.tiers, key)).toEqual({ key, name: key, title: key, emblem: "plain" });
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
