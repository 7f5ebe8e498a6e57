import { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { SQL } from "bun";
import { databaseFile } from "./files.ts";
import { StoreError } from "./store-error.ts";

const CONNECT_TIMEOUT_S = 5;

/** How many accounts SQLite's file has; 0 also where it is no database of ours. */
const accountsInFile = (file: string): number => {
  if (!existsSync(file)) return 0;
  try {
    const database = new Database(file, { readonly: true });
    try {
      return Number(database.query("SELECT count(*) FROM users").values()[0]?.[0] ?? 0);
    } finally {
      database.close();
    }
  } catch {
    return 0;
  }
};

const hasAccounts = async (url: string): Promise<boolean> => {
  const sql = new SQL({ url, max: 1, connectionTimeout: CONNECT_TIMEOUT_S });
  try {
    const [found] = await sql.unsafe("SELECT to_regclass('users') AS users");
    if (found.users === null) return false;
    return (await sql.unsafe("SELECT 1 FROM users LIMIT 1")).length > 0;
  } finally {
    await sql.close({ timeout: 0 });
  }
};

/**
 * Keeps a site from starting empty beside its own data, as it would with a DATABASE_URL that was set
 * before anything was moved there. PostgreSQL has to answer already.
 * @param options.mayBeEmpty true where the owner means it.
 * @throws {StoreError} where PostgreSQL has no account, and SQLite's file in `dataDir` has some.
 */
export const refuseStray = async ({
  databaseUrl,
  dataDir,
  mayBeEmpty,
}: {
  databaseUrl: string | null;
  dataDir: string;
  mayBeEmpty: boolean;
}): Promise<void> => {
  if (databaseUrl === null || mayBeEmpty) return;
  const file = databaseFile(dataDir);
  const accounts = accountsInFile(file);
  if (accounts === 0 || (await hasAccounts(databaseUrl))) return;
  throw new StoreError(
    `The database that DATABASE_URL names is empty, while ${file} has ${accounts} account(s). To take them along, run without DATABASE_URL: lynxden move postgres://… (the same address). To go on with ${file}, unset DATABASE_URL. If an empty site is meant, set ALLOW_EMPTY_DATABASE=true, or move ${file} away.`,
  );
};
