import { expect, test } from "bun:test";
import { readName } from "#server/providers/received-text.ts";

test.each([
  ["nothing", undefined],
  ["null", null],
  ["spaces", " \u00a0\u3000"],
  ["Hangul fillers, which are letters", "\u3164\u115f\uffa0"],
  ["an empty Braille pattern", "\u2800\u2800"],
  ["joiners and marks of direction", "\u200d\u200b\u202e"],
])("%s is no name", (_, raw) => {
  expect(readName(raw)).toBe("");
});

test.each([
  ["what can be seen between what cannot", "\u3164Lynx\u3164", "\u3164Lynx\u3164"],
  ["two lines", "Ada\nFrost", "Ada Frost"],
  ["more than fifty characters", "x".repeat(60), "x".repeat(50)],
])("%s is one", (_, raw, name) => {
  expect(readName(raw)).toBe(name);
});
