import { Database } from "bun:sqlite";
import { rmSync } from "node:fs";
import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { communityFor } from "#sandbox/community.ts";
import type { SandboxChange } from "#sandbox/game-servers/game-servers.ts";
import type { Sandbox } from "#sandbox/sandbox.ts";
import { ROOT } from "#scripts/client/places.ts";
import { startWorld } from "#scripts/demo/world.ts";
import { freePort } from "#scripts/free-port.ts";
import { type SiteProcess, startSite } from "#scripts/site-process.ts";
import { databaseFile } from "#server/store/data-folder.ts";
import { afterThisTest } from "./cleanup.ts";
import { whenTestsEnd } from "./tests-end.ts";
// What fills the data folder hashes as the site does, also where no test runs.
import "./quick-passwords.ts";

type RunningSite = {
  /** Where it is, without a trailing slash. */
  url: string;
  /** The outside world that it lives in. */
  sandbox: Sandbox;
  /** Where its data lies. */
  dataDir: string;
  /** What it was started with. */
  env: Readonly<Record<string, string>> & { PORT: string };
};

const PROCESSES = join(ROOT, "tests/e2e/processes");

/** Where pages are rendered for all sites of this process; it ends with it. */
const startRenderer = async (): Promise<string> => {
  const command = [process.execPath, "--no-orphans", join(PROCESSES, "renderer.ts")];
  const env = { ...process.env, NODE_ENV: "production" };
  const child = Bun.spawn(command, { env, stdio: ["ignore", "pipe", "inherit"] });
  child.unref();
  for await (const line of child.stdout.pipeThrough(new TextDecoderStream())) return line.trim();
  throw new Error(`The renderer ended while it was starting (exit code ${child.exitCode}).`);
};

let renderer: Promise<string> | null = null;

/** Starts a site for browser tests, and waits until it can serve. */
export const startTestSite = async (
  env: Parameters<typeof startSite>[0]["env"],
): Promise<SiteProcess> =>
  await startSite({
    command: [process.execPath, "--no-orphans", join(PROCESSES, "site.ts")],
    env: { ...env, RENDERER_URL: await (renderer ??= startRenderer()) },
  });

const LOOSE = "[limits]\ncompleted_logins_by_account = { max = 10000, minutes = 60 }";

/**
 * The sample people log in for one test after the other, more often than anybody would in an hour.
 * @param file a community's file, with or without limits of its own.
 */
const withLooseLogins = (file: string): string => {
  const loose = file.replace(/^\[limits\]$/m, LOOSE);
  return loose === file ? `${file}\n${LOOSE}\n` : loose;
};

let running: Promise<RunningSite> | null = null;

const start = async (): Promise<RunningSite> => {
  const dataDir = await mkdtemp(join(tmpdir(), "lynxden-site-"));
  const port = String(await freePort());
  const url = `http://localhost:${port}`;
  const world = await startWorld({ dataDir, databaseUrl: null, seededFor: url });
  const { sandbox, environment } = world;
  // Every visitor of a browser test comes from an address of their own, as behind a proxy.
  const env = {
    LOG_LEVEL: "warn",
    ...environment,
    PORT: port,
    PUBLIC_URL: url,
    TRUSTED_PROXIES: "127.0.0.0/8,::1/128",
  };
  const { COMMUNITY_FILE: file = "" } = environment;
  await Bun.write(file, withLooseLogins(await Bun.file(file).text()));
  const site = await startTestSite(env);
  whenTestsEnd(async () => {
    await site.kill();
    await sandbox.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return { url, sandbox, dataDir, env };
};

/**
 * The production site with its built client, in the sandbox's world with two days of history. One
 * for all browser tests of the process, started by the first that asks.
 */
export const site = (): Promise<RunningSite> => (running ??= start());

/**
 * Another site of the same world until the end of the test, with the same people and what they have done
 * so far: one whose community says something else.
 * @param edit makes its file of the example's.
 * @param changes variables that it is started with; an empty one is left out.
 * @param settle changes the file that came of it, in which the sandbox has its own addresses and settings.
 */
export const siteWith = async (
  edit: (example: string) => string,
  changes: Readonly<Record<string, string>> = {},
  settle: (file: string) => string = (file) => file,
): Promise<RunningSite> => {
  const { sandbox, dataDir: origin, env: given } = await site();
  const dataDir = await mkdtemp(join(tmpdir(), "lynxden-other-"));
  const database = new Database(databaseFile(origin), { readonly: true });
  database.run("VACUUM INTO ?", [databaseFile(dataDir)]);
  database.close();
  await chmod(databaseFile(dataDir), 0o600);
  const example = await Bun.file(join(ROOT, "community.toml")).text();
  const COMMUNITY_FILE = join(dataDir, "community.toml");
  await Bun.write(COMMUNITY_FILE, withLooseLogins(settle(communityFor(sandbox, edit(example)))));
  const PORT = String(await freePort());
  const url = `http://localhost:${PORT}`;
  const env = { ...given, COMMUNITY_FILE, DATA_DIR: dataDir, PORT, PUBLIC_URL: url, ...changes };
  const other = await startTestSite(env);
  afterThisTest(async () => {
    await other.kill();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return { url, sandbox, dataDir, env };
};

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
