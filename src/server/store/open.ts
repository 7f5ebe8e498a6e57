import type { Clock } from "#server/core/clock.ts";
import type { Log } from "#server/core/log.ts";
import { withOwnerMessage } from "./owner-message.ts";
import { openPostgres } from "./postgres.ts";
import { openSqlite } from "./sqlite.ts";
import type { Store } from "./store.ts";

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
export const openStore = ({ databaseUrl, dataDir, log }: StoreOptions): Promise<Store> =>
  databaseUrl === null
    ? withOwnerMessage(dataDir, () => openSqlite({ dataDir, log }))
    : openPostgres({ url: databaseUrl, log });

/**
 * The same to look at alone, beside whatever uses it: of SQLite nothing is made, migrated or closed to
 * others, and nothing can be written. Where there may be no database, `requireDatabase` goes first.
 */
export const openToLook = (options: StoreOptions): Promise<Store> =>
  options.databaseUrl === null
    ? withOwnerMessage(options.dataDir, () => openSqlite({ ...options, isLookedAt: true }))
    : openStore(options);
