import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BINARY } from "#scripts/client/places.ts";
import { startWorld } from "#scripts/demo/world.ts";
import { freePort } from "#scripts/free-port.ts";
import { type Figure, median, spread } from "./figure.ts";
import { memoryMegabytes } from "./process.ts";

const ROUNDS = 7;
/** So many of them, the last, are left to idle. */
const IDLE_ROUNDS = 3;
const START_TARGET_MS = 150;
const MEMORY_TARGET_MB = 90;
const UPDATE_MEMORY_TARGET_MB = 120;
/** Long enough for the pages to be rendered and for two rounds of the poller. */
const UNTIL_IDLE_MS = 35_000;
const LOOK_MS = 1;

const start = (env: Readonly<Record<string, string>>) =>
  Bun.spawn([BINARY, "serve"], {
    env: { ...process.env, LOG_LEVEL: "error", ...env },
    stdio: ["ignore", "inherit", "inherit"],
  });

/** Milliseconds from the start of the process to the end of the first answered request. */
const untilFirstResponse = async (env: Readonly<Record<string, string>>) => {
  const startedAt = performance.now();
  const site = start(env);
  for (;;) {
    try {
      const response = await fetch(`http://127.0.0.1:${env["PORT"]}/`);
      await response.bytes();
      if (response.ok) return { site, ms: performance.now() - startedAt };
    } catch {
      await Bun.sleep(LOOK_MS);
    }
  }
};

/** Start and memory of `dist/lynxden` with the demo's game servers and history, on SQLite. */
export const measureBinary = async (): Promise<readonly Figure[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), "lynxden-bench-"));
  const { sandbox, environment } = await startWorld({
    dataDir,
    databaseUrl: null,
    seededFor: "http://localhost:3000",
  });
  const env = { ...environment, PORT: String(await freePort()) };
  const starts: number[] = [];
  const memories: number[] = [];
  let afterUpdate = Number.NaN;
  try {
    for (let round = 0; round <= ROUNDS; round += 1) {
      const { site, ms } = await untilFirstResponse(env);
      const isFirst = round === 0;
      if (isFirst || round > ROUNDS - IDLE_ROUNDS) {
        await Bun.sleep(UNTIL_IDLE_MS);
        const memory = memoryMegabytes(site.pid);
        if (isFirst) afterUpdate = memory;
        else memories.push(memory);
      }
      // The first round puts the program into the disk's cache.
      if (!isFirst) starts.push(ms);
      site.kill();
      await site.exited;
    }
  } finally {
    await sandbox.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
  const ms = median(starts);
  const memory = median(memories);
  return [
    {
      name: "Binary: first response after start, existing data folder",
      measured: `${ms.toFixed(0)} ms (${spread(starts)})`,
      target: `within ${START_TARGET_MS} ms`,
      isMet: ms <= START_TARGET_MS,
    },
    {
      name: "Binary: resident memory when idle",
      measured: `${memory.toFixed(0)} MB (${spread(memories)})`,
      target: `under ${MEMORY_TARGET_MB} MB`,
      isMet: memory < MEMORY_TARGET_MB,
    },
    {
      name: "Binary: likewise, after the first start of a build, which keeps its files in the store",
      measured: `${afterUpdate.toFixed(0)} MB`,
      target: `under ${UPDATE_MEMORY_TARGET_MB} MB`,
      isMet: afterUpdate < UPDATE_MEMORY_TARGET_MB,
    },
  ];
};
