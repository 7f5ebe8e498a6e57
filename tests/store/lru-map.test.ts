import { expect, test } from "bun:test";
import { createLruMap } from "#server/store/lru-map.ts";

test("what was used longest ago gives way, and reading is a use", () => {
  const dropped: number[] = [];
  const map = createLruMap<string, number>(2, (value) => dropped.push(value));
  map.set("a", 1);
  map.set("b", 2);
  expect(map.get("a")).toBe(1);
  map.set("c", 3);
  expect(dropped).toEqual([2]);
  expect([map.get("a"), map.get("b"), map.get("c")]).toEqual([1, undefined, 3]);
});

test("clearing drops all that is left", () => {
  const dropped: number[] = [];
  const map = createLruMap<string, number>(2, (value) => dropped.push(value));
  map.set("a", 1);
  map.delete("a");
  map.set("b", 2);
  map.clear();
  expect([dropped, map.get("b")]).toEqual([[2], undefined]);
});
