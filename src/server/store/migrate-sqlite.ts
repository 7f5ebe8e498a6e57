import { Database } from "bun:sqlite";
import { statSync } from "node:fs";
import type { Clock } from "#server/core/clock.ts";
import type { Log } from "#server/core/log.ts";
import { whenFree } from "./busy.ts";
import { copyDatabase } from "./copy-database.ts";
import { databaseFile, siblingFile } from "./files.ts";
import { lockFolder } from "./folder-lock.ts";
import {
  type AppliedMigration,
  CREATE_JOURNAL,
  type Migration,
  READ_JOURNAL,
  hashOf,
  pendingMigrations,
  statementsOf,
} from "./journal.ts";
import { ensureDataDir, ensureOwnFile, giveTo } from "./private-files.ts";
import { StoreError } from "./store-error.ts";

/** How long to wait for another process that migrates the same file. */
const MIGRATION_WAIT_MS = 60_000;

type Options = { dataDir: string; log: Log; clock: Clock; migrations: readonly Migration[] };

/** The journal of an open SQLite database; empty where there is none. */
export const readSqliteJournal = (connection: Database): readonly AppliedMigration[] =>
  hasJournal(connection) ? connection.query<AppliedMigration, []>(READ_JOURNAL).all() : [];

const hasJournal = (connection: Database) =>
  connection.query("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'").values().length > 0;

const apply = (connection: Database, migration: Migration, at: Date) => {
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
const migrateLocked = async (connection: Database, options: Options): Promise<string[]> => {
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
  for (const migration of pending) apply(connection, migration, now);
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
export const migrateSqlite = async (options: Options): Promise<string[]> => {
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
