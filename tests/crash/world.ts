import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Sandbox, startSandbox } from "#sandbox/sandbox.ts";
import { ROOT } from "#scripts/client/places.ts";
import { NO_ASSETS } from "#scripts/demo/world.ts";
import { freePort } from "#scripts/free-port.ts";
import { type Config, loadConfig } from "#server/config/config.ts";
import { systemClock } from "#server/core/clock.ts";
import { createLog } from "#server/core/log.ts";
import { closeDeps, createDeps } from "#server/deps.ts";
import { openStore } from "#server/store/open.ts";
import type { Store } from "#server/store/store.ts";
import { LIMITS } from "#shared/constants/limits.ts";
import { writeClientBuild } from "#tests/support/client-build.ts";
import { signedIn } from "#tests/support/sign-in.ts";

export type Member = { userId: string; headers: Readonly<Record<string, string>> };

/** The imitated store in this process, and a site's data folder with members who are signed in. */
export type World = {
  sandbox: Sandbox;
  /** Where the site is whenever it is alive, without a trailing slash. */
  url: string;
  environment: Readonly<Record<string, string>>;
  /** Everything of this world lies in it. */
  folder: string;
  /** Folder of a client that the site can serve. */
  client: string;
  config: Config;
  members: readonly Member[];
  /** The site's store, beside the site's own process; closed by whoever opens it. */
  open(): Promise<Store>;
};

const log = createLog((line) => console.error(line), "warn");
const times = <T>(count: number, make: () => Promise<T>) =>
  Promise.all(Array.from({ length: count }, make));

/** The example community, in which nobody reaches a limit: no attempt is counted against anybody. */
const withoutLimits = async (folder: string): Promise<string> => {
  const community = await Bun.file(join(ROOT, "community.toml")).text();
  const names = Object.keys(LIMITS).map((name) =>
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
  const limits = names.map((name) => `${name} = { max = 1000000, minutes = 1 }`).join("\n");
  const file = join(folder, "community.toml");
  await Bun.write(file, community.replace("[limits]\n", `[limits]\n${limits}\n`));
  return file;
};

/**
 * Makes a world, lets `work` happen in it, and clears it away.
 * @param given.isUnlimited whether the site's limits are out of everybody's reach.
 * @param given.databaseUrl a migrated, empty PostgreSQL, which outlives the site; null for SQLite in its data folder.
 */
export const inWorld = async <T>(
  given: { members: number; isUnlimited?: boolean; databaseUrl?: string | null },
  work: (world: World) => Promise<T>,
): Promise<T> => {
  const { members: count, isUnlimited = false } = given;
  const sandbox = await startSandbox();
  const folder = await mkdtemp(join(tmpdir(), "lynxden-crash-"));
  try {
    const port = String(await freePort());
    const url = `http://127.0.0.1:${port}`;
    const environment = {
      ...sandbox.environment,
      HOST: "127.0.0.1",
      PORT: port,
      PUBLIC_URL: url,
      DATA_DIR: join(folder, "data"),
      DATABASE_URL: given.databaseUrl ?? "",
      COMMUNITY_FILE: isUnlimited ? await withoutLimits(folder) : join(ROOT, "community.toml"),
      NODE_ENV: "production",
    };
    const client = join(folder, "client");
    await writeClientBuild(client, "crash");
    const config = await loadConfig(environment);
    const deps = await createDeps(config, { log, assets: NO_ASSETS });
    const members = await times(count, () => signedIn({ deps })).finally(() => closeDeps(deps));
    const { databaseUrl, dataDir } = config;
    const open = () => openStore({ databaseUrl, dataDir, log, clock: systemClock });
    return await work({ sandbox, url, environment, folder, client, config, members, open });
  } finally {
    await sandbox.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
