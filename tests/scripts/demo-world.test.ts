import { expect, test } from "bun:test";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { as, findCast } from "#sandbox/seed/community-life.ts";
import { resetData } from "#scripts/demo/reset.ts";
import { NO_ASSETS, startWorld } from "#scripts/demo/world.ts";
import { loadConfig } from "#server/config/config.ts";
import { createLog } from "#server/core/log.ts";
import { closeDeps, createDeps } from "#server/deps.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { testFolder } from "#tests/support/store.ts";

test("a demo that starts from fresh data forgets what it has made, and needs nothing to forget", async () => {
  const folder = await testFolder();
  await resetData(join(folder, "missing"), null);
  for (const name of ["lynxden.sqlite", "lynxden.sqlite-wal", "attachments/a/b", "notes.txt"])
    await Bun.write(join(folder, name), "x");
  await resetData(folder, null);
  expect(await readdir(folder)).toEqual(["notes.txt"]);
});

test("the demo's data folder is closed to other users of the machine", async () => {
  const dataDir = join(await testFolder(), "demo");
  const { sandbox } = await startWorld({ dataDir, databaseUrl: null, seededFor: null });
  afterThisTest(() => sandbox.stop());
  const { mode } = await stat(dataDir);
  expect(mode & 0o777).toBe(0o700);
});

test("the demo shows any community: its servers are imitated, its data are its own, and it sells nothing without a package", async () => {
  const folder = await testFolder();
  const communityFile = join(import.meta.dir, "../communities/frostkeep.toml");
  const options = { databaseUrl: null, communityFile, seededFor: "http://localhost:3000" };
  const { sandbox, environment } = await startWorld({ ...options, dataDir: join(folder, "demo") });
  afterThisTest(() => sandbox.stop());
  expect(Object.keys(environment).filter((name) => name.startsWith("TEBEX_"))).toEqual([]);

  const config = await loadConfig({ ...environment, PUBLIC_URL: options.seededFor });
  const { community } = config;
  expect(community.links.discord).toBeUndefined();
  const deps = await createDeps(config, { log: createLog(() => {}), assets: NO_ASSETS });
  afterThisTest(() => closeDeps(deps));
  const asked = community.servers.filter(({ protocol }) => protocol !== "none");
  expect(sandbox.servers.map(({ key, port }) => [key, port])).toEqual(
    asked.map(({ key, port }) => [key, port]),
  );
  expect(sandbox.servers.every(({ serverName }) => serverName.startsWith("Frostkeep "))).toBe(true);

  const cast = await findCast(deps);
  if (cast === null) throw new Error("Nobody lives in the demo.");
  const { tickets, points, members } = as(deps, cast.morgan);
  expect((await members.membership()).sub).toStartWith("Burgwache:");
  expect((await points.statement({ limit: 5 })).items.length).toBeGreaterThan(0);
  const { gamesWithServers } = await tickets.options();
  for (const { game } of (await tickets.list({ status: "Open", limit: 10 })).items)
    expect(Object.keys(gamesWithServers)).toContain(game);
});

test("the demo's servers listen where they did the last time", async () => {
  const dataDir = join(await testFolder(), "demo");
  const options = { dataDir, databaseUrl: null, seededFor: null };
  const first = await startWorld(options);
  const ports = first.sandbox.servers.map(({ port }) => port);
  await first.sandbox.stop();
  const { sandbox } = await startWorld(options);
  afterThisTest(() => sandbox.stop());
  expect(sandbox.servers.map(({ port }) => port)).toEqual(ports);
});
