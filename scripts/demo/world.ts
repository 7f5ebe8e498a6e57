import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { communityFor } from "#sandbox/community.ts";
import { type Sandbox, startSandbox } from "#sandbox/sandbox.ts";
import { seedHistory } from "#sandbox/seed.ts";
import { seedAccounts } from "#sandbox/seed/accounts.ts";
import { seedBridge } from "#sandbox/seed/bridge.ts";
import { seedCommunity } from "#sandbox/seed/community-life.ts";
import { ROOT } from "#scripts/client/places.ts";
import { loadConfig } from "#server/config/config.ts";
import { systemContext } from "#server/context/unit-of-work.ts";
import { createLog } from "#server/core/log.ts";
import { closeDeps, createDeps } from "#server/deps.ts";
import type { ClientAssets } from "#server/http/client-assets.ts";

type World = {
  sandbox: Sandbox;
  /** What a site's environment must say to live in this world; PORT and PUBLIC_URL come with the site. */
  environment: Readonly<Record<string, string>>;
};

type WorldOptions = {
  /** Of the sandbox's pages; 0 leaves it to the system. */
  sandboxPort?: number;
  dataDir: string;
  databaseUrl: string | null;
  /** Where people will reach the site, for the mails of its sample data; null for none of it. */
  seededFor: string | null;
};

const quiet = createLog((line) => console.error(line), "warn");

/** Who seeds shows no pages. */
const NO_ASSETS: ClientAssets = {
  buildId: "seed",
  html: "",
  find: () => undefined,
  paths: () => [],
};

const seed = async ({ sandbox, environment }: World, publicUrl: string): Promise<void> => {
  const config = await loadConfig({ ...environment, PUBLIC_URL: publicUrl });
  const deps = await createDeps(config, { log: quiet, assets: NO_ASSETS });
  try {
    await seedHistory(
      systemContext(deps, "sample data"),
      sandbox.servers.map(({ key }) => key),
    );
    await seedAccounts(deps, () => sandbox.mail.list());
    await seedCommunity(deps, sandbox.tebex);
    await seedBridge(deps, sandbox.plugin, publicUrl);
  } finally {
    await closeDeps(deps);
  }
};

/**
 * Starts the sandbox in this process, and writes a community file whose game servers are the
 * sandbox's into the data folder.
 */
export const startWorld = async (options: WorldOptions): Promise<World> => {
  const { sandboxPort = 0, dataDir, databaseUrl, seededFor } = options;
  const sandbox = await startSandbox({ port: sandboxPort });
  const communityFile = join(dataDir, "community.toml");
  const example = await Bun.file(join(ROOT, "community.toml")).text();
  await mkdir(dataDir, { recursive: true });
  await Bun.write(communityFile, communityFor(sandbox, example));
  const world: World = {
    sandbox,
    environment: {
      ...sandbox.environment,
      COMMUNITY_FILE: communityFile,
      DATA_DIR: dataDir,
      ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
    },
  };
  if (seededFor !== null) await seed(world, seededFor);
  return world;
};
