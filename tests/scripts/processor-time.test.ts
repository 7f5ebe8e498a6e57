import { expect, test } from "bun:test";
import { watchProcessorTime } from "#scripts/test/processor-time.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { until } from "#tests/support/until.ts";

/** Takes half a second of a core, and then nothing until it is ended. */
const BUSY = "while (process.cpuUsage().user < 500_000); setInterval(() => {}, 1000);";
const START_BUSY = `Bun.spawn([process.execPath, "--no-orphans", "-e", ${JSON.stringify(BUSY)}])`;

const watch = (program: string) => {
  const child = Bun.spawn([process.execPath, "--no-orphans", "-e", program]);
  afterThisTest(() => child.kill("SIGKILL"));
  return { child, taken: watchProcessorTime(child) };
};

const isLinux = process.platform === "linux";

test.skipIf(!isLinux)(
  "what a step takes includes what ends with it, as its browser does",
  async () => {
    const { child, taken } = watch(`${START_BUSY}; setInterval(() => {}, 1000);`);
    await until(() => taken() > 0.5);
    child.kill("SIGKILL");
    await child.exited;
    const waitedFor = Number(child.resourceUsage()?.cpuTime.total) / 1_000_000;
    expect(taken() - waitedFor).toBeGreaterThan(0.3);
  },
);

test.skipIf(!isLinux)("what ended before it is counted once", async () => {
  const { child, taken } = watch(
    `const busy = ${START_BUSY}; setTimeout(() => busy.kill(), 2500); await busy.exited;`,
  );
  await child.exited;
  const waitedFor = Number(child.resourceUsage()?.cpuTime.total) / 1_000_000;
  expect(waitedFor).toBeGreaterThan(0);
  expect(taken()).toBeCloseTo(waitedFor, 0);
});
