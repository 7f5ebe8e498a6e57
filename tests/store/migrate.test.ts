import { describe, expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import {
  EMBEDDED_MIGRATIONS,
  hashOf,
  migrate,
  type Migration,
  type Migrations,
  migrationsPending,
  pendingMigrations,
} from "#server/store/migrate.ts";
import type { StoreOptions } from "#server/store/open.ts";
import { dump } from "#server/store/packed-copy.ts";
import { StoreError } from "#server/store/trouble.ts";
import { long } from "#tests/support/long.ts";
import { runProgram } from "#tests/support/processes.ts";
import { putBack } from "#tests/support/put-back.ts";
import { rawSql } from "#tests/support/raw.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import {
  emptyDatabase,
  openForTest,
  TEST_ENGINE,
  testDatabase,
  testFolder,
} from "#tests/support/store.ts";
import { emptiedBy, fillAfter, renamedBy } from "./fill.ts";

const embedded = EMBEDDED_MIGRATIONS[TEST_ENGINE];
const namesOf = (migrations: readonly Migration[]) => migrations.map(({ name }) => name);
const only = (migrations: readonly Migration[]): Migrations => ({
  sqlite: [],
  postgres: [],
  [TEST_ENGINE]: migrations,
});

const TABLES = {
  sqlite: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  postgres: "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
};

const copiesIn = async (folder: string) =>
  (await readdir(folder)).filter((file) => file.includes(".before-"));
const wordsTable = (name: string) =>
  `CREATE TABLE ${name} (id integer PRIMARY KEY AUTOINCREMENT NOT NULL, word text);`;

/** How many rows each table has, asked at once: on PostgreSQL every question here is a connection. */
const countRows = async (database: StoreOptions): Promise<Record<string, number>> => {
  const tables = await rawSql(database, TABLES[TEST_ENGINE]);
  const counts = tables
    .map(({ name }) => String(name))
    .filter((name) => name !== "migrations")
    .map((name) => `SELECT '${name}' AS name, count(*) AS n FROM "${name}"`);
  const rows = counts.length === 0 ? [] : await rawSql(database, counts.join(" UNION ALL "));
  return Object.fromEntries(rows.map(({ name, n }) => [String(name), Number(n)]));
};

/** Migrates an empty database one migration at a time, filling it after each. @param count how many of them. */
const filledDatabase = async (count = embedded.length) => {
  const database = await emptyDatabase();
  for (const [index, { name }] of embedded.slice(0, count).entries()) {
    const before = await countRows(database);
    await migrate({ ...database, migrations: only(embedded.slice(0, index + 1)) });
    for (const table of emptiedBy(name)) before[table] = 0;
    const renamed = renamedBy(name);
    const after = Object.entries(before).map(([table, count]) => [renamed[table] ?? table, count]);
    expect(await countRows(database)).toMatchObject(Object.fromEntries(after));
    for (const statement of fillAfter(TEST_ENGINE, name)) await rawSql(database, statement);
  }
  return database;
};

/** Parents with children, as a later version may bring them. */
const FAMILY: Migration = {
  name: "9000_family",
  sql: `CREATE TABLE parents (id integer PRIMARY KEY NOT NULL, name text);
--> statement-breakpoint
CREATE TABLE children (id integer PRIMARY KEY NOT NULL, parent_id integer NOT NULL REFERENCES parents(id) ON DELETE cascade);
--> statement-breakpoint
INSERT INTO parents VALUES (1, 'a'), (2, 'b');
--> statement-breakpoint
INSERT INTO children VALUES (1, 1), (2, 1), (3, 2);`,
};
/** What drizzle-kit writes to change a column: SQLite's table is made anew, the old one dropped. */
const REBUILT_PARENTS: Migration = {
  name: "9001_rebuild",
  sql: {
    sqlite: `PRAGMA foreign_keys=OFF;
--> statement-breakpoint
CREATE TABLE __new_parents (id integer PRIMARY KEY NOT NULL, name text NOT NULL);
--> statement-breakpoint
INSERT INTO __new_parents (id, name) SELECT id, name FROM parents;
--> statement-breakpoint
DROP TABLE parents;
--> statement-breakpoint
ALTER TABLE __new_parents RENAME TO parents;
--> statement-breakpoint
PRAGMA foreign_keys=ON;`,
    postgres: `ALTER TABLE parents ALTER COLUMN name SET NOT NULL;`,
  }[TEST_ENGINE],
};

describe("migrations", () => {
  test("a filled database keeps every row through every migration, and every table is filled", async () => {
    const database = await filledDatabase();
    const counts = await countRows(database);
    const { tables } = await openForTest(database);
    expect(Object.keys(counts)).toHaveLength(Object.keys(tables).length);
    for (const [table, count] of Object.entries(counts))
      expect({ table, isFilled: count >= 2 }).toEqual({ table, isFilled: true });
  });

  long("a rebuilt table takes none of the rows along that refer to it", async () => {
    const database = await filledDatabase();
    await migrate({ ...database, migrations: only([...embedded, FAMILY]) });
    const before = await countRows(database);
    const migrations = only([...embedded, FAMILY, REBUILT_PARENTS]);
    const { applied } = await migrate({ ...database, migrations });
    expect(applied).toEqual([REBUILT_PARENTS.name]);
    expect(await countRows(database)).toEqual(before);
    expect(before).toMatchObject({ parents: 2, children: 3 });
    // The children still refer to the rebuilt table.
    await rejectionOf(rawSql(database, "INSERT INTO children VALUES (9, 9)"));
    await rawSql(database, "DELETE FROM parents WHERE id = 1");
    expect(await countRows(database)).toMatchObject({ parents: 1, children: 1 });
  });

  test("what was done under a former name has its final one before it becomes part of a chain", async () => {
    const database = await emptyDatabase();
    const chain = embedded.findIndex(({ name }) => name.endsWith("_audit_chain"));
    await migrate({ ...database, migrations: only(embedded.slice(0, chain)) });
    const former = [
      "session.limited",
      "bridge_key.made",
      "store.event_refused",
      "store.event_replayed",
      "session.refused",
    ];
    const at = { sqlite: "0", postgres: "now()" }[TEST_ENGINE];
    for (const action of former)
      await rawSql(database, `INSERT INTO audit (at, action) VALUES (${at}, '${action}')`);
    await migrate(database);
    const rows = await rawSql(database, "SELECT action, position FROM audit ORDER BY id");
    expect(rows).toEqual(
      [
        "limit.reached",
        "bridge_key.created",
        "shop.event_refused",
        "shop.event_replayed",
        "session.refused",
      ].map((action) => ({ action, position: null })),
    );
  });

  test("nothing is applied twice, and the journal says what is pending", async () => {
    const database = await emptyDatabase();
    const store = await openForTest(database);
    expect(await migrationsPending(store)).toBe(true);
    expect(await migrate(database)).toEqual({ applied: namesOf(embedded) });
    expect(await migrate(database)).toEqual({ applied: [] });
    expect(await migrationsPending(store)).toBe(false);
    expect(await migrationsPending(store, only([...embedded, FAMILY]))).toBe(true);
  });

  test("of several instances that start together one migrates, and all find it done", async () => {
    const { databaseUrl, dataDir } = await emptyDatabase();
    const env = {
      DATA_DIR: dataDir,
      ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    };
    const program = join(import.meta.dir, "processes/migrate.ts");
    const runs = await Promise.all(Array.from({ length: 4 }, () => runProgram(program, [], env)));
    const applied = runs.map(({ output, errors, exitCode }) => {
      expect({ errors, exitCode }).toEqual({ errors: "", exitCode: 0 });
      return JSON.parse(output);
    });
    expect(applied.flat()).toEqual(namesOf(embedded));
  });

  long("a migration that fails half-way changes nothing, and is named", async () => {
    const database = await filledDatabase();
    const before = await countRows(database);
    const broken = {
      name: "9000_broken",
      sql: `${FAMILY.sql}\n--> statement-breakpoint\nNONSENSE`,
    };
    const migrations = only([...embedded, broken]);
    expect((await rejectionOf(migrate({ ...database, migrations }))).message).toContain(
      "Migration 9000_broken failed",
    );
    expect(await countRows(database)).toEqual(before);
    expect(await migrationsPending(await openForTest(database))).toBe(false);
  });

  test("a database that is newer than the program is refused with a sentence for the owner", async () => {
    const database = await testDatabase();
    await migrate({ ...database, migrations: only([...embedded, FAMILY]) });
    const refused = migrate(database);
    expect((await rejectionOf(refused)).message).toContain(
      "The database is newer than this program: it has had 9000_family",
    );
    expect(await rejectionOf(refused)).toBeInstanceOf(StoreError);
    expect((await rejectionOf(migrationsPending(await openForTest(database)))).message).toContain(
      "newer",
    );
  });

  test("a migration that was changed after it was applied is refused", async () => {
    const database = await testDatabase();
    await migrate({ ...database, migrations: only([...embedded, FAMILY]) });
    const changed = { ...FAMILY, sql: `${FAMILY.sql} ` };
    expect(
      (await rejectionOf(migrate({ ...database, migrations: only([...embedded, changed]) })))
        .message,
    ).toContain("9000_family is not the one of this version");
  });

  test("line ends of the checkout do not make a migration another one", () => {
    const windows = { ...FAMILY, sql: FAMILY.sql.replaceAll("\n", "\r\n") };
    expect(hashOf(windows)).toBe(hashOf(FAMILY));
    expect(pendingMigrations([{ name: FAMILY.name, hash: hashOf(FAMILY) }], [windows])).toEqual([]);
  });
});

const dumpOf = async ({ databaseUrl }: StoreOptions) => {
  const file = join(await testFolder(), "before-update.dump");
  await dump(String(databaseUrl), file, new AbortController().signal);
  return file;
};
const tablesOf = async (database: StoreOptions) =>
  (await rawSql(database, TABLES.postgres)).map(({ name }) => String(name)).toSorted();

if (TEST_ENGINE === "sqlite")
  describe("migrations of SQLite", () => {
    test("a database in use is copied before it is changed; a new one is not", async () => {
      const database = await filledDatabase();
      const before = await countRows(database);
      expect(await copiesIn(database.dataDir)).toHaveLength(Math.max(0, embedded.length - 1));
      await migrate({ ...database, migrations: only([...embedded, FAMILY]) });
      const copies = (await copiesIn(database.dataDir)).filter((file) =>
        file.includes("9000_family"),
      );
      expect(copies).toHaveLength(1);
      const copied = await emptyDatabase();
      await Bun.write(
        join(copied.dataDir, "lynxden.sqlite"),
        Bun.file(join(database.dataDir, copies[0] ?? "")),
      );
      expect(await countRows(copied)).toEqual(before);
    });

    test("a rebuilt table does not give the ids of deleted rows out again", async () => {
      const database = await emptyDatabase();
      const words = { name: "9000_words", sql: wordsTable("words") };
      const rebuilt = {
        name: "9001_words",
        sql: [
          wordsTable("__new_words"),
          "INSERT INTO __new_words (id, word) SELECT id, word FROM words;",
          "DROP TABLE words;",
          "ALTER TABLE __new_words RENAME TO words;",
        ].join("\n--> statement-breakpoint\n"),
      };
      await migrate({ ...database, migrations: only([words]) });
      await rawSql(database, "INSERT INTO words (word) VALUES ('a'), ('b'), ('c')");
      await rawSql(database, "DELETE FROM words WHERE id > 1");
      await migrate({ ...database, migrations: only([words, rebuilt]) });
      const added = await rawSql(database, "INSERT INTO words (word) VALUES ('d') RETURNING id");
      expect(added).toEqual([{ id: 4 }]);
    });

    test("a migration that would leave orphans behind is undone", async () => {
      const database = await testDatabase();
      await migrate({ ...database, migrations: only([...embedded, FAMILY]) });
      const orphans = { name: "9001_orphans", sql: "DELETE FROM parents WHERE id = 2" };
      const migrating = migrate({ ...database, migrations: only([...embedded, FAMILY, orphans]) });
      expect((await rejectionOf(migrating)).message).toContain(
        "leave 1 row(s) without what they refer to, in children",
      );
      expect(await countRows(database)).toMatchObject({ parents: 2, children: 3 });
    });
  });
else
  describe("migrations of PostgreSQL", () => {
    /** Before tables that no earlier release has. */
    const EARLIER = embedded.findIndex(({ name }) => name.endsWith("_attachments"));
    test("[BACK-08] a dump of the release before takes the place of a database that was updated since", async () => {
      const database = await filledDatabase(EARLIER);
      const before = { ...(await countRows(database)), sessions: 0 };
      const file = await dumpOf(database);
      await migrate(database);
      const tables = await tablesOf(database);
      expect(tables).toContain("attachments");

      putBack(String(database.databaseUrl), file);
      expect(await countRows(database)).toEqual(before);
      expect(await tablesOf(database)).not.toContain("attachments");
      await migrate(database);
      expect(await countRows(database)).toMatchObject(before);
      expect(await tablesOf(database)).toEqual(tables);
      expect(await migrationsPending(await openForTest(database))).toBe(false);
    });

    long("[BACK-05] a dump that was cut off takes nothing's place", async () => {
      const database = await filledDatabase(EARLIER);
      const file = await dumpOf(database);
      await Bun.write(file, (await Bun.file(file).bytes()).slice(0, -2000));
      const before = await countRows(database);
      expect(() => putBack(String(database.databaseUrl), file)).toThrow();
      expect(await countRows(database)).toEqual(before);
    });
  });
