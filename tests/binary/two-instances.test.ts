import { expect, test } from "bun:test";
import { join } from "node:path";
import { SQL } from "bun";
import { startWorld } from "#scripts/demo/world.ts";
import { freePort } from "#scripts/free-port.ts";
import { startSite } from "#scripts/site-process.ts";
import type { ServerStatus } from "#shared/schemas/servers.ts";
import { folderWithBinary } from "#tests/support/binary.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { emptyDatabase, HAS_POSTGRES } from "#tests/support/empty-database.ts";

/** A change in a game server is everywhere after this, with a poller at work. */
const POLLED_MS = 45_000;
/** After the poller died its lease of six seconds has to run out first; generous for a busy machine. */
const TAKEN_OVER_MS = 25_000;
const LOOK_MS = 250;

const startInstance = async (folder: string, environment: Readonly<Record<string, string>>) => {
  const port = String(await freePort());
  const site = await startSite({
    command: [join(folder, "lynxden"), "serve"],
    cwd: folder,
    env: { LOG_LEVEL: "error", ...environment, PORT: port },
  });
  afterThisTest(() => site.kill());
  const ask = async () =>
    (await (await fetch(`http://127.0.0.1:${port}/api/server/minecraft`)).json()) as ServerStatus[];
  return { site, ask };
};

const eventually = async (limitMs: number, isSo: () => Promise<boolean>) => {
  const deadlineMs = performance.now() + limitMs;
  while (!(await isSo())) {
    if (performance.now() > deadlineMs) throw new Error(`Not so after ${limitMs} ms.`);
    await Bun.sleep(LOOK_MS);
  }
};

const shows = (ask: () => Promise<ServerStatus[]>, players: number) => async () => {
  const [server] = await ask();
  return server?.isOnline === true && server.players === players;
};

test.skipIf(!HAS_POSTGRES)(
  "two instances on one PostgreSQL show the same status with one poller, and the other takes over when it is killed",
  async () => {
    const databaseUrl = await emptyDatabase();
    const folder = await folderWithBinary();
    const { sandbox, environment } = await startWorld({
      dataDir: folder,
      databaseUrl,
      seededFor: null,
    });
    afterThisTest(() => sandbox.stop());
    const sql = new SQL({ url: databaseUrl, max: 1 });
    afterThisTest(() => sql.close());
    const poller = async () => {
      const [lease] = await sql.unsafe("SELECT holder FROM leases WHERE name = 'job:poll-servers'");
      return String(lease.holder);
    };
    await sandbox.set("minecraft", { players: 11 });
    const first = await startInstance(folder, environment);
    await eventually(POLLED_MS, shows(first.ask, 11));
    const firstPoller = await poller();
    const second = await startInstance(folder, environment);
    expect(await second.ask()).toEqual(await first.ask());

    await sandbox.set("minecraft", { players: 12 });
    await eventually(POLLED_MS, shows(second.ask, 12));
    await eventually(POLLED_MS, shows(first.ask, 12));
    expect(await poller()).toBe(firstPoller);

    await first.site.kill();
    await sandbox.set("minecraft", { players: 13 });
    await eventually(TAKEN_OVER_MS, async () => (await poller()) !== firstPoller);
    await eventually(POLLED_MS, shows(second.ask, 13));
  },
  600_000,
);
