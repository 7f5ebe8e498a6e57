import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SandboxChange } from "#sandbox/game-servers/game-servers.ts";
import type { Sandbox } from "#sandbox/sandbox.ts";
import { startWorld } from "#scripts/demo/world.ts";
import { freePort } from "#scripts/free-port.ts";
import { startSite } from "#scripts/site-process.ts";
import { afterThisTest } from "./cleanup.ts";

type RunningSite = {
  /** Where it is, without a trailing slash. */
  url: string;
  /** The outside world that it lives in. */
  sandbox: Sandbox;
  /** Where its data lies. */
  dataDir: string;
};

let running: Promise<RunningSite> | null = null;

const start = async (): Promise<RunningSite> => {
  const dataDir = await mkdtemp(join(tmpdir(), "lynxden-site-"));
  const port = String(await freePort());
  const url = `http://localhost:${port}`;
  const world = await startWorld({ dataDir, databaseUrl: null, seededFor: url });
  const { sandbox, environment } = world;
  const site = await startSite({
    // Every visitor of a browser test comes from an address of their own, as behind a proxy.
    env: {
      LOG_LEVEL: "warn",
      ...environment,
      PORT: port,
      PUBLIC_URL: url,
      TRUSTED_PROXIES: "127.0.0.0/8,::1/128",
    },
  });
  process.once("exit", () => {
    process.kill(site.pid, "SIGKILL");
    rmSync(dataDir, { recursive: true, force: true });
  });
  return { url, sandbox, dataDir };
};

/**
 * The production site with its built client, in the sandbox's world with two days of history. One
 * for all browser tests of the process, started by the first that asks.
 */
export const site = (): Promise<RunningSite> => (running ??= start());

/**
 * Changes a game server until the end of the test: all browser tests of the process see the same ones.
 * @throws where there is none of that key.
 */
export const changeServer = async (key: string, change: SandboxChange): Promise<void> => {
  const { sandbox } = await site();
  const before = sandbox.servers.find((server) => server.key === key);
  await sandbox.set(key, change);
  if (before === undefined) return;
  const { serverName, version, online, mode } = before;
  afterThisTest(() => sandbox.set(key, { serverName, version, online, mode, players: null }));
};
