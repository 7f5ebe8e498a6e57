import { SQL, type TransactionSQL } from "bun";
import type { Clock } from "#server/core/clock.ts";
import { isMissingTable } from "./database-error.ts";
import {
  EMBEDDED_MIGRATIONS,
  type Migrations,
  journalTable,
  pendingMigrations,
  type AppliedMigration,
  CREATE_JOURNAL,
  type Migration,
  READ_JOURNAL,
  hashOf,
  statementsOf,
} from "./journal.ts";
import { migrateSqlite } from "./migrate-sqlite.ts";
import type { StoreOptions } from "./open.ts";
import { withOwnerMessage } from "./owner-message.ts";
import { StoreError } from "./store-error.ts";
import type { Store } from "./store.ts";

/** "lynxden" in bytes, as a number: PostgreSQL's advisory locks are named by one. */
const MIGRATION_LOCK = "30533398263522670";

type Options = { url: string; clock: Clock; migrations: readonly Migration[] };

/** @throws {StoreError} with the server's reason, which names neither its address nor a password. */
const connect = async (sql: SQL) => {
  try {
    await sql.connect();
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown reason";
    throw new StoreError(`PostgreSQL cannot be used through DATABASE_URL: ${reason}`, {
      cause: error,
    });
  }
};

const apply = async (connection: TransactionSQL, migration: Migration, at: Date) => {
  try {
    for (const statement of statementsOf(migration)) await connection.unsafe(statement);
  } catch (error) {
    throw new StoreError(`Migration ${migration.name} failed: ${String(error)}`, { cause: error });
  }
  await connection.unsafe(`INSERT INTO "migrations" VALUES ($1, $2, $3)`, [
    migration.name,
    hashOf(migration),
    at.toISOString(),
  ]);
};

/**
 * Brings a PostgreSQL database up to date, all or nothing. Instances that start together take turns
 * by an advisory lock, which needs no table and ends with its connection.
 * @returns the names of the migrations that were applied.
 * @throws {StoreError} see `migrate`.
 */
const migratePostgres = async (options: Options): Promise<string[]> => {
  const sql = new SQL({ url: options.url, max: 1 });
  try {
    await connect(sql);
    return await sql.begin(async (connection) => {
      await connection.unsafe(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
      const [found] = await connection.unsafe("SELECT to_regclass('migrations') AS journal");
      if (found.journal === null) await connection.unsafe(CREATE_JOURNAL);
      const applied: AppliedMigration[] = await connection.unsafe(READ_JOURNAL);
      const pending = pendingMigrations(applied, options.migrations);
      for (const migration of pending) await apply(connection, migration, options.clock.now());
      return pending.map(({ name }) => name);
    });
  } finally {
    await sql.close();
  }
};

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
