import { describe, expect, test } from "bun:test";
import { selectSteps } from "#scripts/test/select-steps.ts";
import type { Step } from "#scripts/test/step.ts";
import { allSteps } from "#scripts/test/steps.ts";

/** By name: which of the groups a file belongs to follows from how many files there are. */
const chosen = async (...names: string[]) =>
  selectSteps(await allSteps(), names)
    .map(({ name, files = [] }: Step) => [name.replace(/ \d$/, "")].concat(files))
    .toSorted(([a = ""], [b = ""]) => (a < b ? -1 : 1));

describe("bun run test NAME", () => {
  test("without a name is everything", async () => {
    const steps = await allSteps();
    expect(selectSteps(steps, [])).toEqual(steps);
  });

  test("runs a file with a database on both engines", async () => {
    expect(await chosen("store/cursor")).toEqual([
      ["tests on PostgreSQL", "./tests/store/cursor.test.ts"],
      ["tests on SQLite", "./tests/store/cursor.test.ts"],
    ]);
  });

  test("builds the client for a browser test", async () => {
    expect(await chosen("shell.e2e")).toEqual([
      ["browser tests", "./tests/e2e/shell.e2e.ts"],
      ["client"],
      ["route tree"],
    ]);
  });

  test("runs a check, and takes several names", async () => {
    expect(await chosen("dead code", "shared/safe-path")).toEqual([
      ["dead code"],
      ["tests on SQLite", "./tests/shared/safe-path.test.ts"],
    ]);
  });

  test("lists near names where nothing has this one", async () => {
    const steps = await allSteps();
    expect(() => selectSteps(steps, ["shell", "ticktes"])).toThrow(/Did you mean tickets/);
    expect(() => selectSteps(steps, ["lnit"])).toThrow(/Did you mean lint/);
  });
});
