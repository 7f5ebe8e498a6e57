import { existsSync } from "node:fs";
import { SQL } from "bun";
import type { Clock } from "#server/core/clock.ts";
import type { Log } from "#server/core/log.ts";
import { databaseFile, withOwnerMessage } from "./data-folder.ts";
import { openSqlite } from "./sqlite.ts";
import { StoreError } from "./store-error.ts";
import type { Store } from "./store.ts";

/** A site with SQLite holds nothing of the other. */
const loadPostgres = () => import("./postgres.ts");

/** Where the database is: PostgreSQL at `databaseUrl`, or where that is null, SQLite in `dataDir`. */
export type StoreOptions = {
  databaseUrl: string | null;
  dataDir: string;
  log: Log;
  clock: Clock;
};

/**
 * Opens the database that the configuration names. Does not migrate: `migrate` goes first.
 * @throws {StoreError} while a restore is replacing the database, or where its folder or file cannot
 *   be used.
 */
export const openStore = async ({ databaseUrl, dataDir, log }: StoreOptions): Promise<Store> => {
  if (databaseUrl === null)
    return await withOwnerMessage(dataDir, () => openSqlite({ dataDir, log }));
  const { openPostgres } = await loadPostgres();
  return await openPostgres({ url: databaseUrl, log });
};

/**
 * The same to look at alone, beside whatever uses it: of SQLite nothing is made, migrated or closed to
 * others, and nothing can be written. Where there may be no database, `requireDatabase` goes first.
 */
export const openToLook = (options: StoreOptions): Promise<Store> =>
  options.databaseUrl === null
    ? withOwnerMessage(options.dataDir, () => openSqlite({ ...options, isLookedAt: true }))
    : openStore(options);

const CONNECT_TIMEOUT_S = 5;
const ANSWER_WITHIN_MS = 10_000;

const hasTables = async (url: string) => {
  const { within } = await loadPostgres();
  const sql = new SQL({ url, max: 1, connectionTimeout: CONNECT_TIMEOUT_S });
  try {
    const asking = sql.unsafe("SELECT to_regclass('migrations') AS journal");
    const [found] = await within(ANSWER_WITHIN_MS, asking);
    return found.journal !== null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown reason";
    throw new StoreError(`PostgreSQL cannot be used through DATABASE_URL: ${reason}`, {
      cause: error,
    });
  } finally {
    await sql.close({ timeout: 0 });
  }
};

/**
 * Makes sure that a command finds the database of a site, since it must not make an empty one where
 * it happens to stand.
 * @throws {StoreError} where there is none, or the server cannot be asked.
 */
export const requireDatabase = async ({
  databaseUrl,
  dataDir,
}: Pick<StoreOptions, "databaseUrl" | "dataDir">): Promise<void> => {
  if (databaseUrl === null && !existsSync(databaseFile(dataDir)))
    throw new StoreError(
      `There is no database in ${dataDir}. Run this where the site runs, or with its DATA_DIR or DATABASE_URL; "lynxden serve" makes a new one.`,
    );
  if (databaseUrl !== null && !(await hasTables(databaseUrl)))
    throw new StoreError(
      `The database that DATABASE_URL names holds no site. Check its name; "lynxden serve" makes a new one.`,
    );
};
