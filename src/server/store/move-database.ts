import { Database } from "bun:sqlite";
import { existsSync, statSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { SQL, type TransactionSQL } from "bun";
import {
  databaseFile,
  ensureDataDir,
  giveTo,
  lockFolder,
  SIDECARS,
  syncFile,
} from "./data-folder.ts";
import {
  type AppliedMigration,
  EMBEDDED_MIGRATIONS,
  migrate,
  pendingMigrations,
  READ_JOURNAL,
  readSqliteJournal,
} from "./migrate.ts";
import {
  type MovedRow,
  type MovedTable,
  movedTables,
  postgresSide,
  postgresTarget,
  quoted,
  type Side,
  sqliteSide,
  sqliteTarget,
  type Target,
} from "./move-sides.ts";
import type { StoreOptions } from "./open.ts";
import type { Engine, Store } from "./store.ts";
import { StoreError } from "./trouble.ts";

const CONNECT_TIMEOUT_S = 10;
/** A connection that waits while the other side works must not be ended for it. */
const UNHURRIED =
  "SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL statement_timeout = 0";
const LOCK_NOT_AVAILABLE = "55P03";

const assertUpToDate = (applied: readonly AppliedMigration[], engine: Engine): void => {
  if (pendingMigrations(applied, EMBEDDED_MIGRATIONS[engine]).length > 0)
    throw new StoreError(
      "The database is older than this program. Bring it up to date first: lynxden migrate",
    );
};

/** Holds the folder for as long as `work` takes: no site can be started on it meanwhile. */
const fromSqlite = async <T>(dataDir: string, work: (side: Side) => Promise<T>): Promise<T> => {
  const unlock = lockFolder(dataDir, "alone");
  if (unlock === null)
    throw new StoreError(
      `Another program uses the database in ${dataDir}, such as the site. Stop it first.`,
    );
  try {
    // Not `readonly`: such a connection leaves the write-ahead log behind that it has to make.
    const connection = new Database(databaseFile(dataDir), { readwrite: true, create: false });
    try {
      connection.run("PRAGMA query_only = ON");
      assertUpToDate(readSqliteJournal(connection), "sqlite");
      connection.run("BEGIN");
      return await work(sqliteSide(connection));
    } finally {
      connection.close();
    }
  } finally {
    unlock();
  }
};

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** One connection to PostgreSQL, closed afterwards. @param called what the sentences call the database. */
const connected = async <T>(
  url: string,
  called: string,
  work: (sql: SQL) => Promise<T>,
): Promise<T> => {
  const sql = new SQL({ url, max: 1, connectionTimeout: CONNECT_TIMEOUT_S });
  try {
    try {
      await sql.connect();
    } catch (error) {
      throw new StoreError(`${called} cannot be used: ${reasonOf(error)}`, { cause: error });
    }
    return await work(sql);
  } finally {
    await sql.close({ timeout: 0 });
  }
};

const lockTables = async (connection: TransactionSQL, mode: "SHARE" | "ACCESS EXCLUSIVE") => {
  const names = movedTables().map(({ name }) => quoted(name));
  try {
    await connection.unsafe(`LOCK TABLE ${names.join(", ")} IN ${mode} MODE NOWAIT`);
  } catch (error) {
    if ((error as { errno?: unknown }).errno !== LOCK_NOT_AVAILABLE) throw error;
    throw new StoreError(
      "Another program uses the PostgreSQL database, such as the site. Stop it first.",
    );
  }
};

const assertNobodyServes = async (connection: TransactionSQL, now: Date) => {
  const live = await connection.unsafe(`SELECT FROM leases WHERE until > $1::timestamptz LIMIT 1`, [
    now.toISOString(),
  ]);
  if (live.length > 0)
    throw new StoreError(
      "A site uses the database, or did so less than a minute ago. Stop all of its instances, and try again in a minute.",
    );
};

const assertPostgresUpToDate = async (connection: SQL | TransactionSQL) => {
  const journal: AppliedMigration[] = await connection.unsafe(READ_JOURNAL);
  assertUpToDate(journal, "postgres");
};

const fromPostgres = <T>(url: string, now: Date, work: (side: Side) => Promise<T>): Promise<T> =>
  connected(url, "The database that DATABASE_URL names", async (sql) => {
    // An older database may lack tables that are locked.
    await assertPostgresUpToDate(sql);
    return (await sql.begin("isolation level repeatable read", async (connection) => {
      // Whoever writes waits from here on, and gives up. The first query fixes what is read: one
      // before the lock would miss what was written between the two.
      await lockTables(connection, "SHARE");
      await connection.unsafe(UNHURRIED);
      await assertPostgresUpToDate(connection);
      await assertNobodyServes(connection, now);
      return await work(postgresSide(connection));
    })) as T;
  });

/**
 * Opens the database that is moved, to read it alone. Nobody can write it as long as `work` takes.
 * @throws {StoreError} while a site or another program uses it, or where it is not up to date.
 */
const withSource = <T>(
  { databaseUrl, dataDir, clock }: StoreOptions,
  work: (side: Side) => Promise<T>,
): Promise<T> =>
  databaseUrl === null ? fromSqlite(dataDir, work) : fromPostgres(databaseUrl, clock.now(), work);

const fillSqlite = async <T>(
  { dataDir, log, clock }: StoreOptions,
  work: (target: Target) => Promise<T>,
): Promise<T> => {
  const database = databaseFile(dataDir);
  if (existsSync(database))
    throw new StoreError(
      `There is a database in ${resolve(dataDir)} already. Name an empty folder.`,
    );
  const left = SIDECARS.map((sidecar) => database + sidecar).find((file) => existsSync(file));
  if (left !== undefined)
    throw new StoreError(
      `${left} is left of a database that is gone, and would spoil the new one. Name an empty folder.`,
    );
  await ensureDataDir(dataDir);
  const unlock = lockFolder(dataDir, "alone");
  if (unlock === null) throw new StoreError(`Another program uses ${resolve(dataDir)}.`);
  // Under its own name only once it is whole: nobody serves half of it.
  const making = join(dataDir, "lynxden.moving");
  try {
    await rm(making, { recursive: true, force: true });
    await migrate({ databaseUrl: null, dataDir: making, log, clock });
    const connection = new Database(databaseFile(making));
    let result: T;
    try {
      connection.run("PRAGMA journal_mode = DELETE");
      // The folder goes with whatever goes wrong.
      connection.run("PRAGMA journal_mode = OFF");
      connection.run("PRAGMA synchronous = OFF");
      connection.run("BEGIN");
      result = await work(sqliteTarget(connection));
      if (connection.query("PRAGMA foreign_key_check").values().length > 0)
        throw new StoreError("Rows lack what they refer to.");
      connection.run("COMMIT");
      connection.run("ANALYZE");
    } finally {
      connection.close();
    }
    await syncFile(databaseFile(making));
    giveTo(databaseFile(making), statSync(dataDir));
    await rename(databaseFile(making), database);
    return result;
  } finally {
    await rm(making, { recursive: true, force: true });
    unlock();
  }
};

/** Tables of another program, or of a site. */
const assertEmpty = async (connection: SQL | TransactionSQL) => {
  const ours = new Set(movedTables().map(({ name }) => name));
  const found: { name: string }[] = await connection.unsafe(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema() AND table_name <> 'migrations'",
  );
  const filled: string[] = [];
  for (const { name } of found) {
    const isFilled =
      !ours.has(name) ||
      (await connection.unsafe(`SELECT FROM ${quoted(name)} LIMIT 1`)).length > 0;
    if (isFilled) filled.push(name);
  }
  if (filled.length > 0)
    throw new StoreError(
      `The target is not empty: it has ${filled.slice(0, 5).join(", ")}${filled.length > 5 ? " and more" : ""}. Make a new, empty database for the move.`,
    );
};

const fillPostgres = <T>(
  { databaseUrl: url, dataDir, log, clock }: StoreOptions & { databaseUrl: string },
  work: (target: Target) => Promise<T>,
): Promise<T> =>
  connected(url, "The target", async (sql) => {
    await assertEmpty(sql);
    await migrate({ databaseUrl: url, dataDir, log, clock });
    // All of it or nothing: nobody serves half of it.
    const result: T = await sql.begin(async (connection) => {
      await connection.unsafe(UNHURRIED);
      await lockTables(connection, "ACCESS EXCLUSIVE");
      await assertEmpty(connection);
      return await work(postgresTarget(connection));
    });
    await sql.unsafe("ANALYZE");
    return result;
  });

/**
 * Opens the database that is filled: what `work` writes is there once it has ended well, and else
 * nothing of it.
 * @throws {StoreError} where it is not empty, or is used by another program.
 */
export const withTarget = <T>(
  options: StoreOptions,
  work: (target: Target) => Promise<T>,
): Promise<T> => {
  const { databaseUrl } = options;
  return databaseUrl === null
    ? fillSqlite(options, work)
    : fillPostgres({ ...options, databaseUrl }, work);
};

/** What one table came to, the same on both sides. */
export type MovedCount = {
  name: string;
  rows: number;
  /** SHA-256 of all its rows in the order of their keys, as hexadecimal digits. */
  digest: string;
};

export type MoveReport<Proof> = {
  tables: readonly MovedCount[];
  rows: number;
  /** Of the columns that say what the site owes and was paid, by table and column. */
  sums: Readonly<Record<string, number>>;
  /** What was proven of both sides, and came to the same. */
  proof: Proof;
};

/** Of these columns the sums are told. */
const SUMMED: Readonly<Record<string, string>> = {
  point_entries: "delta",
  point_balances: "balance",
  payments: "amount_cents",
};

/** Adds up what a table holds, row by row. */
const tallyOf = (table: MovedTable) => {
  const hash = new Bun.CryptoHasher("sha256");
  const summed = SUMMED[table.name];
  const at = table.columns.findIndex(({ name }) => name === summed);
  let [rows, sum] = [0, 0];
  return {
    add(batch: readonly MovedRow[]) {
      for (const row of batch) {
        for (const cell of row)
          if (cell instanceof Uint8Array) hash.update(`${cell.length}:`).update(cell);
          else hash.update(JSON.stringify(cell));
        hash.update("\n");
        sum += at === -1 ? 0 : Number(row[at]);
      }
      rows += batch.length;
    },
    end: () => ({
      count: { name: table.name, rows, digest: hash.digest("hex") },
      sum: summed === undefined ? null : { name: `${table.name}.${summed}`, sum },
    }),
  };
};

type Tally = ReturnType<ReturnType<typeof tallyOf>["end"]>;

/** @param onBatch what becomes of the rows besides. */
const readTable = async (
  side: Side,
  table: MovedTable,
  onBatch: (rows: readonly MovedRow[]) => Promise<void> = async () => {},
): Promise<Tally> => {
  const tally = tallyOf(table);
  for await (const batch of side.rows(table)) {
    tally.add(batch);
    await onBatch(batch);
  }
  return tally.end();
};

export type MoveOptions<Proof> = {
  from: StoreOptions;
  to: StoreOptions;
  /** What else is to be the same on both sides, such as that the ledger adds up. */
  prove: (store: Store) => Promise<Proof>;
  /** Told before each table, and every 100,000 rows of it. */
  onProgress?: (told: { table: string; rows: number; isCompared: boolean }) => void;
};

const TELL_EVERY = 100_000;

/**
 * Moves all rows into an empty database of the other engine, and compares every row afterwards. The
 * source stays as it is; whatever goes wrong leaves nothing in the target.
 * @throws {StoreError} where both are of one engine, the source is in use or not up to date, the
 *   target is not empty, or a table is not the same afterwards.
 */
export const moveDatabase = async <Proof>({
  from,
  to,
  prove,
  onProgress = () => {},
}: MoveOptions<Proof>): Promise<MoveReport<Proof>> => {
  if ((from.databaseUrl === null) === (to.databaseUrl === null))
    throw new StoreError(
      from.databaseUrl === null
        ? "The database is SQLite's already. To copy it: lynxden backup FILE"
        : "The database is PostgreSQL's already. To copy it: pg_dump and pg_restore.",
    );
  const tables = movedTables();
  return await withSource(from, (source) =>
    withTarget(to, async (target) => {
      const copied: Tally[] = [];
      for (const table of tables) {
        let rows = 0;
        onProgress({ table: table.name, rows, isCompared: false });
        const tally = await readTable(source, table, async (batch) => {
          await target.fill(table, batch);
          const before = rows;
          rows += batch.length;
          if (Math.floor(rows / TELL_EVERY) > Math.floor(before / TELL_EVERY))
            onProgress({ table: table.name, rows, isCompared: false });
        });
        if (table.numbered !== null)
          await target.setLastNumber(table, await source.lastNumber(table));
        copied.push(tally);
      }
      for (const [at, table] of tables.entries()) {
        onProgress({ table: table.name, rows: 0, isCompared: true });
        const arrived = await readTable(target, table);
        if (!isDeepStrictEqual(arrived, copied[at]))
          throw new StoreError(
            `${table.name} is not the same in the target: ${copied[at]?.count.rows ?? 0} rows were read and ${arrived.count.rows} arrived. Nothing is left there.`,
          );
      }
      const proof = await prove(source.store);
      if (!isDeepStrictEqual(await prove(target.store), proof))
        throw new StoreError(
          "The proofs of ledger and audit do not come to the same in the target. Nothing is left there.",
        );
      const sums = copied.flatMap(({ sum }) =>
        sum === null ? [] : [[sum.name, sum.sum] as const],
      );
      return {
        tables: copied.map(({ count }) => count),
        rows: copied.reduce((all, { count }) => all + count.rows, 0),
        sums: Object.fromEntries(sums),
        proof,
      };
    }),
  );
};
