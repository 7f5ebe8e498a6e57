import { Database } from "bun:sqlite";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { systemClock } from "#server/core/clock.ts";
import { databaseFile } from "#server/store/data-folder.ts";
import { migrate } from "#server/store/migrate.ts";
import type { StoreOptions } from "#server/store/open.ts";
import type { Engine } from "#server/store/store.ts";
import { startPostgres } from "#tests/support/postgres.ts";
import { silentLog } from "#tests/support/store.ts";
import type { Figure } from "./figure.ts";

export const ENGINE_NAMES: Readonly<Record<Engine, string>> = {
  sqlite: "SQLite",
  postgres: "PostgreSQL",
};

/** A migrated, empty database of its own. */
export type BenchDatabase = StoreOptions & {
  engine: Engine;
  /** Runs statements as they are, for rows by the million; foreign keys are not looked at. */
  fill(statements: readonly string[]): Promise<void>;
  /** The processes beside this one that work for the connections that are open now. */
  workers(): Promise<readonly number[]>;
};

type Measure = (make: () => Promise<BenchDatabase>) => Promise<readonly Figure[]>;

const fillSqlite = async (dataDir: string, statements: readonly string[]) => {
  const database = new Database(databaseFile(dataDir));
  try {
    database.run("PRAGMA synchronous = OFF");
    // What is sorted and looked up stays in memory: half a gigabyte.
    database.run("PRAGMA cache_size = -500000");
    database.run("PRAGMA temp_store = MEMORY");
    for (const statement of statements) database.run(statement);
    // The site's own connections leave the log behind at this size.
    database.run("PRAGMA wal_checkpoint(TRUNCATE)");
  } finally {
    database.close(true);
  }
};

const fillPostgres = async (url: string, statements: readonly string[]) => {
  const sql = new SQL({ url, max: 1 });
  try {
    await sql.unsafe("SET session_replication_role = replica");
    await sql.unsafe("SET work_mem = '256MB'");
    await sql.unsafe("SET synchronous_commit = off");
    for (const statement of statements) await sql.unsafe(statement);
    // As autovacuum would, a minute later.
    await sql.unsafe("VACUUM ANALYZE");
  } finally {
    await sql.close();
  }
};

const workersOf = async (url: string): Promise<readonly number[]> => {
  const sql = new SQL({ url, max: 1 });
  try {
    const rows: { pid: number }[] = await sql.unsafe(
      "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
    );
    return rows.map(({ pid }) => pid);
  } finally {
    await sql.close();
  }
};

const withDatabases = async (
  engine: Engine,
  urlFor: (name: string) => Promise<string | null>,
  measure: Measure,
): Promise<readonly Figure[]> => {
  const folders: string[] = [];
  const make = async (): Promise<BenchDatabase> => {
    const dataDir = await mkdtemp(join(tmpdir(), "lynxden-bench-"));
    folders.push(dataDir);
    const databaseUrl = await urlFor(`bench_${folders.length}`);
    const options = { databaseUrl, dataDir, log: silentLog, clock: systemClock };
    await migrate(options);
    return {
      ...options,
      engine,
      fill: (statements) =>
        databaseUrl === null
          ? fillSqlite(dataDir, statements)
          : fillPostgres(databaseUrl, statements),
      workers: async () => (databaseUrl === null ? [] : await workersOf(databaseUrl)),
    };
  };
  try {
    return await measure(make);
  } finally {
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  }
};

const onPostgres = async (measure: Measure): Promise<readonly Figure[]> => {
  const server = await startPostgres();
  if (server === null) {
    const absent = { measured: "it is not installed", target: "to be measured", isMet: false };
    return [{ name: "On PostgreSQL", ...absent }];
  }
  const admin = new SQL({ url: server.url, max: 1 });
  const urlFor = async (name: string) => {
    await admin.unsafe(`CREATE DATABASE ${name}`);
    const url = new URL(server.url);
    url.pathname = `/${name}`;
    return url.href;
  };
  try {
    return await withDatabases("postgres", urlFor, measure);
  } finally {
    await admin.close();
    await server.stop();
  }
};

/** Measures on SQLite alone, where the engine hardly matters. */
export const onSqlite = (measure: Measure): Promise<readonly Figure[]> =>
  withDatabases("sqlite", async () => null, measure);

/** Measures on SQLite, then on a PostgreSQL of its own, which is started and thrown away. */
export const onBothEngines = async (measure: Measure): Promise<readonly Figure[]> => [
  ...(await onSqlite(measure)),
  ...(await onPostgres(measure)),
];
