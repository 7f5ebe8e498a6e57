import { describe, expect, test } from "bun:test";
import { displayNameOf, isLongName } from "#shared/rules/lines.ts";

describe("[NAV-05] the display name", () => {
  test.each([
    ["nova#1234", "Nova"],
    ["Nova", "Nova"],
    ["two words#1", "Two words"],
    [" padded #9", "Padded"],
    ["éclair", "Éclair"],
    ["𐐨bc", "𐐀bc"],
    ["7seas", "7seas"],
    ["#1234", "Guest"],
    ["", "Guest"],
    [null, "Guest"],
    [undefined, "Guest"],
  ])("of %p is %p", (discordName, name) => {
    expect(displayNameOf(discordName)).toBe(name);
  });

  test("is long from its thirteenth character on", () => {
    expect(isLongName("a".repeat(12))).toBe(false);
    expect(isLongName("a".repeat(13))).toBe(true);
    expect(isLongName("🦊".repeat(12))).toBe(false);
  });
});
