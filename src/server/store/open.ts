import { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import type { Clock } from "#server/core/clock.ts";
import { errorFields, type Log } from "#server/core/log.ts";
import {
  closeToOthers,
  databaseFile,
  ensureDataDir,
  lockForServing,
  withOwnerMessage,
} from "./data-folder.ts";
import { openSqlite } from "./sqlite.ts";
import type { Store } from "./store.ts";
import { isTurnedAway, StoreError, storeTroubleOf } from "./trouble.ts";

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
  const sql = new Bun.SQL({ url, max: 1, connectionTimeout: CONNECT_TIMEOUT_S });
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
  const sql = new Bun.SQL({ url, max: 1, connectionTimeout: CONNECT_TIMEOUT_S });
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

/** A predecessor in its last moments has this long to let go of the data folder. */
const PREDECESSOR_MS = 2000;
const LOOK_MS = 100;
/** PostgreSQL may start later than the site, as after the machine has booted. */
const POSTGRES_PATIENCE_MS = 60_000;

const CONNECT_PAUSE_MS = 500;
const LOG_WAITING_EVERY_MS = 5000;

const claimFolder = async (dataDir: string, log: Log): Promise<() => void> => {
  await ensureDataDir(dataDir);
  closeToOthers(dataDir, log);
  const deadlineMs = performance.now() + PREDECESSOR_MS;
  for (;;) {
    const release = lockForServing(dataDir);
    if (release !== null) return release;
    if (performance.now() >= deadlineMs)
      throw new StoreError(
        `Another Lynxden is serving from ${dataDir} already. Stop it first, or give this one a folder of its own with DATA_DIR. Several instances of one site need PostgreSQL (DATABASE_URL).`,
      );
    await Bun.sleep(LOOK_MS);
  }
};

/** @returns what the attempt failed with, or null where the server has answered. */
const failureToConnect = async (url: string): Promise<unknown> => {
  const sql = new Bun.SQL({ url, max: 1, connectionTimeout: CONNECT_TIMEOUT_S });
  try {
    await sql.connect();
    return null;
  } catch (error) {
    return error;
  } finally {
    await sql.close();
  }
};

/** What it says besides, such as that the password is wrong, is left to whoever opens the store. */
const waitForPostgres = async (
  url: string,
  log: Log,
  patienceMs: number,
  signal: AbortSignal | undefined,
) => {
  const startedMs = performance.now();
  for (let loggedMs = startedMs - LOG_WAITING_EVERY_MS; ; await Bun.sleep(CONNECT_PAUSE_MS)) {
    const failure = await failureToConnect(url);
    const nowMs = performance.now();
    const mayPass = storeTroubleOf(failure) !== null && !isTurnedAway(failure);
    if (failure === null || !mayPass || nowMs - startedMs >= patienceMs) return;
    if (signal?.aborted === true)
      throw new StoreError("The start was ended while it waited for PostgreSQL.");
    if (nowMs - loggedMs < LOG_WAITING_EVERY_MS) continue;
    loggedMs = nowMs;
    log.warn("store.waiting", {
      message: "PostgreSQL does not answer yet; the start waits for it.",
      seconds: Math.round((nowMs - startedMs) / 1000),
      ...errorFields(failure),
    });
  }
};

/**
 * What a site does before it opens its store: with SQLite it makes sure that no other process serves
 * from the data folder, with PostgreSQL it waits up to a minute for the server to answer.
 * @param patienceMs how long to wait for PostgreSQL.
 * @param signal ends that wait.
 * @returns a function that lets the folder go; call it when the store is closed.
 * @throws {StoreError} naming the folder from which another process serves.
 */
export const claimStore = async (
  { databaseUrl, dataDir, log }: Pick<StoreOptions, "databaseUrl" | "dataDir" | "log">,
  patienceMs = POSTGRES_PATIENCE_MS,
  signal?: AbortSignal,
): Promise<() => void> => {
  if (databaseUrl === null) return await withOwnerMessage(dataDir, () => claimFolder(dataDir, log));
  await waitForPostgres(databaseUrl, log, patienceMs, signal);
  return () => {};
};
