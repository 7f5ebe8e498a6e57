import { expect, test } from "bun:test";
import { createMatcher } from "#server/http/rest/adapter.ts";

const match = createMatcher([
  ["/tickets", "list"],
  ["/tickets/open", "open"],
  ["/tickets/{id}", "one"],
  ["/tickets/{id}/close", "close"],
  ["/Steam/link-steam", "link"],
  ["/{any}/mine", "mine"],
]);

test("[API-01] paths match without regard to case, parameters keep theirs", () => {
  expect(match("/STEAM/Link-Steam")?.value).toBe("link");
  expect(match("/Tickets/AbC/CLOSE")).toEqual({ value: "close", params: { id: "AbC" } });
});

test("a literal goes before a parameter, and a dead end is left again", () => {
  expect(match("/tickets/OPEN")?.value).toBe("open");
  expect(match("/tickets/open/close")).toEqual({ value: "close", params: { id: "open" } });
  expect(match("/tickets/mine")?.value).toBe("one");
  expect(match("/steam/mine")).toEqual({ value: "mine", params: { any: "steam" } });
});

test("parameters are decoded once, and are never empty", () => {
  expect(match("/tickets/a%20b%2525")?.params).toEqual({ id: "a b%25" });
  expect(match("/tickets/")).toBeNull();
  expect(match("/tickets//close")).toBeNull();
});

test("what the table does not name is not found", () => {
  for (const path of ["", "/", "/ticket", "/tickets/1/2/3", "/steam"])
    expect(match(path)).toBeNull();
});

test("a path that stands twice is a mistake of ours, found at start", () => {
  expect(() =>
    createMatcher([
      ["/a/{x}", 1],
      ["/A/{y}", 2],
    ]),
  ).toThrow("stands in the table twice");
});
