import { describe, expect, test } from "bun:test";
import { selectSteps } from "#scripts/test/select-steps.ts";
import type { Step } from "#scripts/test/step.ts";
import { testSteps } from "#scripts/test/steps.ts";

const all = await testSteps(true);

/** By name: which of the groups a file belongs to follows from how many files there are. */
const chosen = (...names: string[]) =>
  selectSteps(all, names)
    .map(({ name, files = [] }: Step) => [name.replace(/ \d$/, "")].concat(files))
    .toSorted(([a = ""], [b = ""]) => (a < b ? -1 : 1));

describe("bun run test NAME", () => {
  test("without a name is everything", () => {
    expect(selectSteps(all, [])).toEqual(all);
  });

  test("runs a file with a database on both engines", () => {
    expect(chosen("store/cursor")).toEqual([
      ["tests on PostgreSQL", "./tests/store/cursor.test.ts"],
      ["tests on SQLite", "./tests/store/cursor.test.ts"],
    ]);
  });

  test("runs a file that is about what lies above the store on SQLite alone", () => {
    expect(chosen("http/theme")).toEqual([["tests on SQLite", "./tests/http/theme.test.ts"]]);
  });

  test("builds the client for a browser test", () => {
    expect(chosen("shell.e2e")).toEqual([
      ["browser tests", "./tests/e2e/shell.e2e.ts"],
      ["client"],
      ["route tree"],
    ]);
  });

  test("runs a check, and takes several names", () => {
    expect(chosen("dead code", "shared/safe-path")).toEqual([
      ["dead code"],
      ["tests without database", "./tests/shared/safe-path.test.ts"],
    ]);
  });

  test("lists near names where nothing has this one", () => {
    expect(() => selectSteps(all, ["shell", "ticktes"])).toThrow(/Did you mean tickets/);
    expect(() => selectSteps(all, ["lnit"])).toThrow(/Did you mean .*\blint\b/);
  });
});
