import { expect, test } from "bun:test";
import { letterOf } from "#shared/constants/brand.ts";

test.each([
  ["Lynxden", "L"],
  ["the den", "T"],
  ["  ~ 7 days", "7"],
  ["ßerg", "S"],
  ["ångström", "Å"],
  ["истра", "И"],
  ["𐐨𐐯", "𐐀"],
  ["!!", "?"],
])("%p is stood for by one letter: %p", (name, letter) => {
  expect(letterOf(name)).toBe(letter);
});
