import { isMissingTable } from "./database-error.ts";
import {
  EMBEDDED_MIGRATIONS,
  type Migrations,
  journalTable,
  pendingMigrations,
} from "./journal.ts";
import { migratePostgres } from "./migrate-postgres.ts";
import { migrateSqlite } from "./migrate-sqlite.ts";
import type { StoreOptions } from "./open.ts";
import { withOwnerMessage } from "./owner-message.ts";
import type { Store } from "./store.ts";

/**
 * Brings the database up to date: all pending migrations or none, once, however many instances
 * start together.
 * @param options.migrations those of this program, unless a test brings its own.
 * @returns the names of the migrations that were applied.
 * @throws {StoreError} when the database is newer than the program or was migrated differently, when
 *   a migration fails, when it would leave rows without what they refer to, or when folder, file or
 *   server cannot be used.
 */
export const migrate = async (
  options: StoreOptions & { migrations?: Migrations },
): Promise<{ applied: string[] }> => {
  const { databaseUrl, dataDir, log, clock, migrations = EMBEDDED_MIGRATIONS } = options;
  const applied =
    databaseUrl === null
      ? await withOwnerMessage(dataDir, () =>
          migrateSqlite({ dataDir, log, clock, migrations: migrations.sqlite }),
        )
      : await migratePostgres({ url: databaseUrl, clock, migrations: migrations.postgres });
  if (applied.length > 0) log.info("store.migrated", { migrations: applied.join(", ") });
  return { applied };
};

/**
 * True while the database lacks a migration of this program.
 * @throws {StoreError} when the database is newer than the program.
 */
export const migrationsPending = async (
  store: Pick<Store, "engine" | "read">,
  migrations: Migrations = EMBEDDED_MIGRATIONS,
): Promise<boolean> => {
  try {
    const applied = await store.read.select().from(journalTable(store.engine));
    return pendingMigrations(applied, migrations[store.engine]).length > 0;
  } catch (error) {
    if (isMissingTable(error)) return true;
    throw error;
  }
};
