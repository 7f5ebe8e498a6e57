import { join } from "node:path";
import { z } from "zod";
import { communityFor } from "#sandbox/community.ts";
import { rosterOf } from "#sandbox/game-servers/roster.ts";
import { type Sandbox, startSandbox } from "#sandbox/sandbox.ts";
import { seedHistory } from "#sandbox/seed.ts";
import { seedAccounts } from "#sandbox/seed/accounts.ts";
import { seedBridge, seedCommunity } from "#sandbox/seed/community-life.ts";
import { ROOT } from "#scripts/client/places.ts";
import type { Community } from "#server/config/community.ts";
import { loadConfig } from "#server/config/config.ts";
import { systemContext } from "#server/context/unit-of-work.ts";
import { createLog } from "#server/core/log.ts";
import { closeDeps, createDeps } from "#server/deps.ts";
import type { ClientAssets } from "#server/http/static.ts";
import { ensureDataDir } from "#server/store/data-folder.ts";

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
  /** Of the community to show; the built-in example where it is left out or null. */
  communityFile?: string | null;
  /** Where people will reach the site, for the mails of its sample data; null for none of it. */
  seededFor: string | null;
};

const quiet = createLog((line) => console.error(line), "warn");

/** Who seeds shows no pages. */
export const NO_ASSETS: ClientAssets = {
  buildId: "seed",
  html: "",
  neededFirst: [],
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
    await seedCommunity(deps, config.tebex === null ? null : sandbox.tebex);
    await seedBridge(deps, sandbox.plugin, publicUrl);
  } finally {
    await closeDeps(deps);
  }
};

/** Where the sandbox's game servers listened the last time, by their keys. */
const usualPortsIn = async (communityFile: string): Promise<ReadonlyMap<string, number>> => {
  const file = Bun.file(communityFile);
  if (!(await file.exists())) return new Map();
  const written = z
    .object({ servers: z.array(z.object({ key: z.string(), port: z.int() })).default([]) })
    .safeParse(Bun.TOML.parse(await file.text()));
  return new Map(written.data?.servers.map(({ key, port }) => [key, port]));
};

/** Without a package there is nothing to sell: such a community has no store. */
const hasShop = ({ tiers, shop }: Community): boolean =>
  shop.packages.length > 0 || tiers.some((tier) => tier.package !== undefined);

/**
 * Starts the sandbox in this process, and writes a community file whose game servers are the
 * sandbox's into the data folder.
 */
export const startWorld = async (options: WorldOptions): Promise<World> => {
  const { sandboxPort = 0, dataDir, databaseUrl, seededFor } = options;
  const given = options.communityFile ?? join(ROOT, "community.toml");
  const { community } = await loadConfig({ COMMUNITY_FILE: given });
  const communityFile = join(dataDir, "community.toml");
  const sandbox = await startSandbox({
    port: sandboxPort,
    roster: rosterOf(community),
    usualPorts: await usualPortsIn(communityFile),
  });
  await ensureDataDir(dataDir);
  await Bun.write(communityFile, communityFor(sandbox, await Bun.file(given).text()));
  const world: World = {
    sandbox,
    environment: {
      ...Object.fromEntries(
        Object.entries(sandbox.environment).filter(
          ([name]) => hasShop(community) || !name.startsWith("TEBEX_"),
        ),
      ),
      COMMUNITY_FILE: communityFile,
      DATA_DIR: dataDir,
      ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
    },
  };
  if (seededFor !== null) await seed(world, seededFor);
  return world;
};
