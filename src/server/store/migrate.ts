import { Database } from "bun:sqlite";
import { statSync } from "node:fs";
import type { SQL, TransactionSQL } from "bun";
import type { Clock } from "#server/core/clock.ts";
import type { Log } from "#server/core/log.ts";
import { type Engine, KITS } from "./columns.ts";
import {
  copyDatabase,
  databaseFile,
  ensureDataDir,
  ensureOwnFile,
  giveTo,
  lockFolder,
  siblingFile,
  whenFree,
  withOwnerMessage,
} from "./data-folder.ts";
import { MIGRATIONS } from "./migrations.gen.ts";
import type { StoreOptions } from "./open.ts";
import type { Store } from "./store.ts";
import { isMissingTable, StoreError } from "./trouble.ts";

export type Migration = { readonly name: string; readonly sql: string };
/** What the journal keeps of a migration that was applied. */
export type AppliedMigration = { readonly name: string; readonly hash: string };
export type Migrations = Readonly<Record<Engine, readonly Migration[]>>;

/** The migrations that are built into this program. */
export const EMBEDDED_MIGRATIONS: Migrations = MIGRATIONS;

/** Made by the migrator before anything else; the same on both engines. */
export const CREATE_JOURNAL = `CREATE TABLE "migrations" (
  "name" text PRIMARY KEY NOT NULL,
  "hash" text NOT NULL,
  "applied_at" text NOT NULL
)`;
export const READ_JOURNAL = `SELECT "name", "hash" FROM "migrations" ORDER BY "name"`;

/** The journal as a table for drizzle. Not part of the schema: the migrator makes it. */
const journalTable = (engine: Engine) =>
  KITS[engine].table("migrations", {
    name: KITS[engine].text("name").primaryKey(),
    hash: KITS[engine].text("hash").notNull(),
  });

/** Tells whether a migration is still the one that was applied; line ends do not count. */
export const hashOf = ({ sql }: Migration) =>
  new Bun.CryptoHasher("sha256").update(sql.replaceAll("\r\n", "\n")).digest("hex");

const statementsOf = ({ sql }: Migration) =>
  sql
    .split("--> statement-breakpoint")
    .map((statement) => statement.trim())
    .filter(Boolean);

/**
 * What has yet to be applied, in order.
 * @throws {StoreError} when the database is newer than this program, or was migrated differently.
 */
export const pendingMigrations = (
  applied: readonly AppliedMigration[],
  known: readonly Migration[],
): readonly Migration[] => {
  const knownByName = new Map(known.map((migration) => [migration.name, migration]));
  const strangers = applied.filter(({ name }) => !knownByName.has(name));
  if (strangers.length > 0)
    throw new StoreError(
      `The database is newer than this program: it has had ${strangers.map(({ name }) => name).join(", ")}, which this version does not know. Start the newer version, or restore a backup from before the update.`,
    );
  for (const { name, hash } of applied) {
    const migration = knownByName.get(name);
    if (migration !== undefined && hashOf(migration) !== hash)
      throw new StoreError(
        `The database was migrated by another program: its ${name} is not the one of this version.`,
      );
  }
  const appliedNames = new Set(applied.map(({ name }) => name));
  return known.filter(({ name }) => !appliedNames.has(name));
};

/** How long to wait for another process that migrates the same file. */
const MIGRATION_WAIT_MS = 60_000;

type SqliteOptions = { dataDir: string; log: Log; clock: Clock; migrations: readonly Migration[] };

/** The journal of an open SQLite database; empty where there is none. */
export const readSqliteJournal = (connection: Database): readonly AppliedMigration[] =>
  hasJournal(connection) ? connection.query<AppliedMigration, []>(READ_JOURNAL).all() : [];

const hasJournal = (connection: Database) =>
  connection.query("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'").values().length > 0;

const applyToSqlite = (connection: Database, migration: Migration, at: Date) => {
  try {
    for (const statement of statementsOf(migration)) connection.run(statement);
  } catch (error) {
    throw new StoreError(`Migration ${migration.name} failed: ${String(error)}`, { cause: error });
  }
  connection.run(`INSERT INTO "migrations" VALUES (?, ?, ?)`, [
    migration.name,
    hashOf(migration),
    at.toISOString(),
  ]);
};

const checkForeignKeys = (connection: Database) => {
  const broken = connection.query<{ table: string }, []>("PRAGMA foreign_key_check").all();
  if (broken.length === 0) return;
  const tables = [...new Set(broken.map(({ table }) => table))].join(", ");
  throw new StoreError(
    `The migration would leave ${broken.length} row(s) without what they refer to, in ${tables}. Nothing was changed.`,
  );
};

type Sequence = { name: string; seq: number };

const readSequences = (connection: Database): readonly Sequence[] =>
  connection.query("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_sequence'").values().length > 0
    ? connection.query<Sequence, []>("SELECT name, seq FROM sqlite_sequence").all()
    : [];

/** A table that is rebuilt counts on from its greatest row, and would give deleted ids out again. */
const keepSequences = (connection: Database, sequences: readonly Sequence[]) => {
  for (const { name, seq } of sequences)
    connection.run("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", [seq, name]);
};

/** Runs with the database's write lock held, so that nothing changes between copy and commit. */
const migrateLocked = async (connection: Database, options: SqliteOptions): Promise<string[]> => {
  const { dataDir, log, clock, migrations } = options;
  const applied = readSqliteJournal(connection);
  const pending = pendingMigrations(applied, migrations);
  const [first] = pending;
  if (first === undefined) return [];
  const now = clock.now();
  if (applied.length > 0) {
    const copy = siblingFile(dataDir, `before-${first.name}`, now);
    await copyDatabase(databaseFile(dataDir), copy);
    giveTo(copy, statSync(databaseFile(dataDir)));
    log.info("store.copied_before_migration", { file: copy });
  }
  const sequences = readSequences(connection);
  if (!hasJournal(connection)) connection.run(CREATE_JOURNAL);
  for (const migration of pending) applyToSqlite(connection, migration, now);
  keepSequences(connection, sequences);
  checkForeignKeys(connection);
  return pending.map(({ name }) => name);
};

/**
 * Brings a SQLite database up to date, all or nothing. Whoever comes second waits for the first, and
 * finds nothing to do. A database that was in use before is copied first.
 * @returns the names of the migrations that were applied.
 * @throws {StoreError} see `migrate`.
 */
const migrateSqlite = async (options: SqliteOptions): Promise<string[]> => {
  const { dataDir } = options;
  await ensureDataDir(dataDir);
  const unlock = lockFolder(dataDir, "shared");
  if (unlock === null)
    throw new StoreError(
      `A restore is replacing, or a move is reading, the database in ${dataDir}: try again.`,
    );
  ensureOwnFile(databaseFile(dataDir));
  const connection = new Database(databaseFile(dataDir));
  try {
    connection.run("PRAGMA busy_timeout = 0");
    await whenFree(() => connection.run("PRAGMA journal_mode = WAL"), MIGRATION_WAIT_MS);
    connection.run("PRAGMA synchronous = FULL");
    // Inside a transaction this does nothing, and a table that is rebuilt would take the rows that
    // refer to it along.
    connection.run("PRAGMA foreign_keys = OFF");
    await whenFree(() => connection.run("BEGIN IMMEDIATE"), MIGRATION_WAIT_MS);
    try {
      const applied = await migrateLocked(connection, options);
      connection.run("COMMIT");
      return applied;
    } catch (error) {
      if (connection.inTransaction) connection.run("ROLLBACK");
      throw error;
    }
  } finally {
    connection.close();
    unlock();
  }
};

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
  const sql = new Bun.SQL({ url: options.url, max: 1 });
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
