import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { communityFor } from "#sandbox/community.ts";
import { type Sandbox, startSandbox } from "#sandbox/sandbox.ts";
import { seedHistory } from "#sandbox/seed.ts";
import { ROOT } from "#scripts/client/places.ts";
import { systemClock } from "#server/clock.ts";
import { createLog } from "#server/log.ts";
import { migrate } from "#server/store/migrate.ts";
import { openStore } from "#server/store/open.ts";

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
  /** Whether the database gets sample data. */
  isSeeded: boolean;
};

const quiet = createLog((line) => console.error(line), "warn");

const seed = async (
  { dataDir, databaseUrl }: WorldOptions,
  keys: readonly string[],
): Promise<void> => {
  const options = { dataDir, databaseUrl, log: quiet, clock: systemClock };
  await migrate(options);
  const store = await openStore(options);
  try {
    await seedHistory({ store, clock: systemClock }, keys);
  } finally {
    await store.close();
  }
};

/**
 * Starts the sandbox in this process, and writes a community file whose game servers are the
 * sandbox's into the data folder.
 */
export const startWorld = async (options: WorldOptions): Promise<World> => {
  const { sandboxPort = 0, dataDir, databaseUrl, isSeeded } = options;
  const sandbox = await startSandbox({ port: sandboxPort });
  const communityFile = join(dataDir, "community.toml");
  const example = await Bun.file(join(ROOT, "community.toml")).text();
  await mkdir(dataDir, { recursive: true });
  await Bun.write(communityFile, communityFor(sandbox, example));
  if (isSeeded)
    await seed(
      options,
      sandbox.servers.map(({ key }) => key),
    );
  return {
    sandbox,
    environment: {
      ...sandbox.environment,
      COMMUNITY_FILE: communityFile,
      DATA_DIR: dataDir,
      ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
    },
  };
};
