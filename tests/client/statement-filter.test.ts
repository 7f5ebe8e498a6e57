import { describe, expect, test } from "bun:test";
import { filterOf, isFiltered } from "#client/features/points/screens.tsx";
import { statementSearch } from "#client/lib/routing/list-searches.ts";

const asked = (raw: Record<string, unknown>) => filterOf(statementSearch(raw));

describe("what of an address a statement is narrowed by", () => {
  test("a kind, days and a person", () => {
    const filter = asked({ user: "u1", kind: "vote", from: "2026-11-01", to: "2026-11-30" });
    expect(filter).toEqual({ userId: "u1", kind: "vote", from: "2026-11-01", to: "2026-11-30" });
    expect(isFiltered(filter)).toBe(true);
  });

  test("nothing that there is no such thing of", () => {
    const filter = asked({ user: "", kind: "gift", from: "yesterday", to: 7 });
    expect(filter).toEqual({ userId: undefined, kind: undefined, from: undefined, to: undefined });
    expect(isFiltered(filter)).toBe(false);
  });

  test("somebody's whole statement is not narrowed", () => {
    expect(isFiltered(asked({ user: "u1" }))).toBe(false);
  });
});
