import { existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Log } from "#server/core/log.ts";
import { databaseFile } from "#server/store/data-folder.ts";
import { CREATE_JOURNAL, EMBEDDED_MIGRATIONS, hashOf, migrate } from "#server/store/migrate.ts";
import { openStore, type StoreOptions } from "#server/store/open.ts";
import { createPostgresStore } from "#server/store/postgres.ts";
import type { Engine, Store } from "#server/store/store.ts";
import { afterThisTest } from "./cleanup.ts";
import { movableClock } from "./clock.ts";
import {
  borrowDatabase,
  connectAsAdmin,
  createDatabase,
  removeDatabase,
  urlOf,
} from "./test-databases.ts";

const nothing = () => {};
export const silentLog: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing };

/** The engine of this run: `TEST_ENGINE`, SQLite where it is not set. */
export const TEST_ENGINE: Engine =
  process.env["TEST_ENGINE"] === "postgres" ? "postgres" : "sqlite";

/** An empty folder that is removed after the test. */
export const testFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "lynxden-test-"));
  afterThisTest(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

/** Named by what makes it, so that test processes share one template. */
const templateName = () => {
  const made = [CREATE_JOURNAL, ...EMBEDDED_MIGRATIONS[TEST_ENGINE].map(hashOf)].join();
  return `lynxden_template_${Bun.hash(made).toString(36)}`;
};

const TEMPLATE_LOCK = 1;

const makePostgresTemplate = async (name: string) => {
  const locked = connectAsAdmin();
  try {
    await locked.unsafe(`SELECT pg_advisory_lock(${TEMPLATE_LOCK})`);
    const found = await locked.unsafe("SELECT FROM pg_database WHERE datname = $1", [name]);
    if (found.length > 0) return name;
    // Under another name until it is complete, should this process end half-way.
    const making = `${name}_making`;
    await removeDatabase(making);
    await locked.unsafe(`CREATE DATABASE "${making}"`);
    await migrate(optionsFor(urlOf(making), ""));
    await locked.unsafe(`ALTER DATABASE "${making}" RENAME TO "${name}"`);
    return name;
  } finally {
    await locked.close();
  }
};

const TEMPLATE_FOLDER = join(import.meta.dir, "../../node_modules/.cache/lynxden");

const makeSqliteTemplate = async (name: string) => {
  const file = join(TEMPLATE_FOLDER, `${name}.sqlite`);
  if (existsSync(file)) return file;
  await mkdir(TEMPLATE_FOLDER, { recursive: true });
  const folder = await mkdtemp(join(TEMPLATE_FOLDER, "making-"));
  try {
    await migrate(optionsFor(null, folder));
    await rename(databaseFile(folder), file);
    return file;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/**
 * Files that take no database run once, not on each engine (scripts/test/uses-database.ts).
 * @throws where one of them takes one all the same.
 */
const refuseWithoutDatabase = () => {
  if (process.env["TEST_ENGINE"] === "none")
    throw new Error("This file runs among those without a database, and takes one.");
};

let template: Promise<string> | null = null;
const templateOfRun = () => {
  refuseWithoutDatabase();
  return (template ??= (TEST_ENGINE === "sqlite" ? makeSqliteTemplate : makePostgresTemplate)(
    templateName(),
  ));
};

const optionsFor = (databaseUrl: string | null, dataDir: string): StoreOptions => ({
  databaseUrl,
  dataDir,
  log: silentLog,
  clock: movableClock(),
});

/** A database without a table, on the engine of the run. */
export const emptyDatabase = async (): Promise<StoreOptions> => {
  refuseWithoutDatabase();
  const dataDir = await testFolder();
  const databaseUrl = TEST_ENGINE === "sqlite" ? null : await createDatabase("template0");
  return optionsFor(databaseUrl, dataDir);
};

/** A migrated, empty database on the engine of the run: like the run's template. */
export const testDatabase = async (): Promise<StoreOptions> => {
  const source = await templateOfRun();
  const dataDir = await testFolder();
  if (TEST_ENGINE === "postgres") return optionsFor((await borrowDatabase(source)).url, dataDir);
  await copyFile(source, databaseFile(dataDir));
  return optionsFor(null, dataDir);
};

/** Opens a database for the rest of the test. */
export const openForTest = async (options: StoreOptions): Promise<Store> => {
  const store = await openStore(options);
  afterThisTest(() => store.close());
  return store;
};

/** A migrated, empty store on the engine of the run, closed and removed after the test. */
export const testStore = async (): Promise<Store> => {
  if (TEST_ENGINE === "sqlite") return await openForTest(await testDatabase());
  const { connect } = await borrowDatabase(await templateOfRun());
  const store = createPostgresStore(connect(), silentLog);
  afterThisTest(() => store.close());
  return store;
};

/** The same store for a process that can be killed: from then on nothing of it is written. */
export const mortal = (store: Store): { store: Store; kill(): void } => {
  let isDead = false;
  const write: Store["write"] = (work) =>
    isDead ? Promise.reject(new Error("This process was killed.")) : store.write(work);
  return {
    store: { ...store, write },
    kill() {
      isDead = true;
    },
  };
};
