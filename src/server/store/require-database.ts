import { existsSync } from "node:fs";
import { SQL } from "bun";
import { databaseFile } from "./files.ts";
import type { StoreOptions } from "./open.ts";
import { within } from "./postgres.ts";
import { StoreError } from "./store-error.ts";

const CONNECT_TIMEOUT_S = 5;
const ANSWER_WITHIN_MS = 10_000;

const hasTables = async (url: string) => {
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
