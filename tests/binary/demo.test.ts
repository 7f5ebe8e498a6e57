import { expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "#scripts/free-port.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { long } from "#tests/support/long.ts";
import { until } from "#tests/support/until.ts";

const isAnswering = async (url: string) => {
  try {
    await fetch(url);
    return true;
  } catch {
    return false;
  }
};

const untilGone = (url: string) => until(async () => !(await isAnswering(url)));

/** `bun run demo`, as a person starts it, with a data folder of its own. */
const startDemo = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "lynxden-demo-"));
  afterThisTest(() => rm(dataDir, { recursive: true, force: true }));
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const demo = Bun.spawn([process.execPath, "run", "demo"], {
    env: {
      ...process.env,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: dataDir,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  afterThisTest(async () => {
    demo.kill("SIGKILL");
    await demo.exited;
  });
  let output = "";
  for await (const text of demo.stdout.pipeThrough(new TextDecoderStream())) {
    output += text;
    if (output.includes("Ctrl-C ends both.")) break;
  }
  return {
    demo,
    output,
    site: `http://localhost:${port}`,
    sandbox: `http://127.0.0.1:${sandboxPort}`,
  };
};

test("the demo prints its addresses, serves both, and SIGTERM ends both with 0", async () => {
  const { demo, output, site, sandbox } = await startDemo();
  for (const url of [site, sandbox]) {
    expect(output).toContain(url);
    expect(await isAnswering(url)).toBe(true);
  }
  demo.kill("SIGTERM");
  expect(await demo.exited).toBe(0);
  for (const url of [site, sandbox]) await untilGone(url);
});

const childOf = (pid: number) =>
  Number(
    Bun.spawnSync(["pgrep", "--parent", String(pid)])
      .stdout.toString()
      .trim(),
  );

long("when the site ends by itself, the demo ends with 1", async () => {
  const { demo, sandbox } = await startDemo();
  // `bun run demo` runs the script, which runs the site.
  process.kill(childOf(childOf(demo.pid)), "SIGKILL");
  expect(await demo.exited).toBe(1);
  await untilGone(sandbox);
});

long("Ctrl-C ends the demo with 0", async () => {
  const { demo } = await startDemo();
  demo.kill("SIGINT");
  expect(await demo.exited).toBe(0);
});

test("a demo that is killed leaves nothing behind", async () => {
  const { demo, site, sandbox } = await startDemo();
  demo.kill("SIGKILL");
  await demo.exited;
  for (const url of [site, sandbox]) await untilGone(url);
});
