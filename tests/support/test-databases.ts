import { SQL } from "bun";
import { openPool } from "#server/store/postgres.ts";
import { afterThisTest } from "./cleanup.ts";

const POOL_LOCK = 2;
/** How often to look whether the last connection has ended, 2 ms apart. */
const LOOKS = 15_000;
const LOOK_MS = 2;

const adminUrl = () => {
  const url = process.env["TEST_DATABASE_URL"];
  if (url === undefined)
    throw new Error(
      "TEST_ENGINE=postgres needs TEST_DATABASE_URL: bun scripts/with-postgres.ts bun test …",
    );
  return url;
};

let adminConnection: SQL | null = null;
const admin = () => (adminConnection ??= new SQL({ url: adminUrl(), max: 1 }));

/** Where a database of the tests' PostgreSQL server is. */
export const urlOf = (database: string): string => {
  const url = new URL(adminUrl());
  url.pathname = `/${database}`;
  return url.href;
};

/** A connection to the server itself, for the one who opens it to close. */
export const connectAsAdmin = (): SQL => new SQL({ url: adminUrl(), max: 1 });

/** What the connections are called that one test after the other uses. */
const LENT = "lynxden lent";

/** Ends every connection to a database but the one that asks, and those of `spared`. */
const endConnections = async (sql: SQL, name: string, spared = "") => {
  for (let look = 0; look < LOOKS; look += 1) {
    const open = await sql.unsafe(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid() AND application_name <> $2",
      [name, spared],
    );
    if (open.length === 0) return;
    await Bun.sleep(LOOK_MS);
  }
  throw new Error(`Somebody stays connected to ${name}.`);
};

/** Removes a database, whoever is connected to it. */
export const removeDatabase = async (name: string): Promise<void> => {
  // DROP DATABASE waits in steps of 100 ms for a connection that is just ending.
  await endConnections(admin(), name);
  await admin().unsafe(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
};

/** A database of this test alone, made as `source` is. @returns its URL. */
export const createDatabase = async (source: string): Promise<string> => {
  const name = `lynxden_test_${crypto.randomUUID().replaceAll("-", "")}`;
  await admin().unsafe(`CREATE DATABASE "${name}" TEMPLATE "${source}"`);
  afterThisTest(() => removeDatabase(name));
  return urlOf(name);
};

/** Any table, column, index or constraint that came, went or was made anew shows in it. */
const FINGERPRINT = `SELECT md5(string_agg(concat_ws(' ', oid, relname, relkind, relnatts, relchecks), ',' ORDER BY oid)) AS tables,
  (SELECT string_agg(concat(name, hash, applied_at), ',' ORDER BY name) FROM migrations) AS journal
  FROM pg_class WHERE relnamespace = 'public'::regnamespace`;

/**
 * Leaves nothing but the journal, and lets all numbers begin anew. TRUNCATE makes new files, which
 * takes ten times as long as DELETE does for the few rows of a test; but only it gives space back.
 * Without a superuser, who alone may delete past the foreign keys, it is always TRUNCATE.
 */
const EMPTY_ALL = `DO $$
DECLARE
  here regclass;
  has_rows boolean;
  large text[] := '{}';
BEGIN
  IF current_setting('is_superuser')::boolean THEN SET LOCAL session_replication_role = replica; END IF;
  FOR here IN SELECT oid FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'migrations'
  LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM %s)', here) INTO has_rows;
    CONTINUE WHEN NOT has_rows;
    IF current_setting('is_superuser')::boolean AND pg_table_size(here) < 131072
    THEN EXECUTE format('DELETE FROM %s', here);
    ELSE large := large || here::text;
    END IF;
  END LOOP;
  IF large <> '{}' THEN EXECUTE format('TRUNCATE %s CASCADE', array_to_string(large, ', ')); END IF;
  PERFORM setval(seqrelid, seqstart, false) FROM pg_sequence
    WHERE pg_sequence_last_value(seqrelid) IS NOT NULL;
END $$`;

type Pooled = { name: string; keeper: SQL; made: string; lent: SQL | null };

const idle: Pooled[] = [];
let nextNumber = 0;

const fingerprintOf = async (keeper: SQL) =>
  JSON.stringify([...(await keeper.unsafe(FINGERPRINT))]);

/** A number that no other test process has: its lock ends with this process. */
const takeNumber = async (): Promise<number> => {
  for (;;) {
    const number = nextNumber;
    nextNumber += 1;
    const [row] = await admin().unsafe(
      `SELECT pg_try_advisory_lock(${POOL_LOCK}, ${number}) AS taken`,
    );
    if (row.taken === true) return number;
  }
};

const makePooled = async (template: string): Promise<Pooled> => {
  const name = `${template}_${await takeNumber()}`;
  // A process that ended half-way may have left one.
  await removeDatabase(name);
  await admin().unsafe(`CREATE DATABASE "${name}" TEMPLATE "${template}"`);
  const keeper = new SQL({ url: urlOf(name), max: 1 });
  return { name, keeper, made: await fingerprintOf(keeper), lent: null };
};

/** Whether nobody of the test before is still at work there, after a moment of waiting. */
const isQuiet = async ({ name, keeper }: Pooled): Promise<boolean> => {
  for (let look = 0; look < LOOKS; look += 1) {
    const busy = await keeper.unsafe(
      "SELECT FROM pg_stat_activity WHERE datname = $1 AND application_name = $2 AND state <> 'idle'",
      [name, LENT],
    );
    if (busy.length === 0) return true;
    await Bun.sleep(LOOK_MS);
  }
  return false;
};

const giveBack = async (database: Pooled) => {
  const { name, keeper, made, lent } = database;
  if (lent !== null && !(await isQuiet(database))) {
    database.lent = null;
    await lent.close({ timeout: 0 });
  }
  await endConnections(keeper, name, database.lent === null ? "" : LENT);
  if ((await fingerprintOf(keeper)) === made) {
    await keeper.unsafe(EMPTY_ALL);
    idle.push(database);
  } else {
    await database.lent?.close({ timeout: 0 });
    await keeper.close();
    await removeDatabase(name);
  }
};

/** The same connections for one store: closing them leaves them open for the next test. */
const lendConnections = (lent: SQL, url: string): SQL => {
  // Whoever listens hears nothing of the test before.
  let listener: SQL | null = null;
  return new Proxy(lent, {
    get(target, key) {
      if (key === "close") return async () => await listener?.close();
      if (key === "listen")
        return (...given: Parameters<SQL["listen"]>) =>
          (listener ??= new SQL({ url, max: 1 })).listen(...given);
      const value: unknown = Reflect.get(target, key);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
};

/**
 * A database like the migrated and empty `template`, for this test. The next test gets it again,
 * emptied, since making one takes twenty times as long; one whose schema a test has changed goes.
 * @returns its URL, and what connects to it: a connection is used by many tests, since a new one
 *   knows no table yet, which makes its first questions slow.
 */
export const borrowDatabase = async (
  template: string,
): Promise<{ url: string; connect: () => SQL }> => {
  const database = idle.pop() ?? (await makePooled(template));
  afterThisTest(() => giveBack(database));
  const url = urlOf(database.name);
  return { url, connect: () => lendConnections((database.lent ??= openPool(url, LENT)), url) };
};
