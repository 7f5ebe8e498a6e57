import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { runSteps } from "#scripts/test/run-steps.ts";
import type { Step } from "#scripts/test/step.ts";
import { testFolder } from "#tests/support/store.ts";
import { until } from "#tests/support/until.ts";

const run = (program: string) => [process.execPath, "-e", program];

test("what needs no browser runs while one is being installed, what needs it runs then", async () => {
  const file = join(await testFolder(), "ran");
  const steps: Step[] = [
    { name: "in a browser", command: run("0"), needs: "browser" },
    { name: "without", command: run(`await Bun.write(${JSON.stringify(file)}, "")`) },
  ];
  const browser = until(() => existsSync(file)).then(() => null);
  const outcomes = await runSteps(steps, { browser });
  expect(outcomes.map(({ name, passed }) => [name, passed])).toEqual([
    ["without", 1],
    ["in a browser", 1],
  ]);
});
