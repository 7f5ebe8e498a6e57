import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { backup, restore } from "#server/store/backup.ts";
import { databaseFile, lockFolder } from "#server/store/data-folder.ts";
import { migrate } from "#server/store/migrate.ts";
import { openStore, type StoreOptions } from "#server/store/open.ts";
import type { Store } from "#server/store/store.ts";
import { StoreError } from "#server/store/trouble.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { addUser } from "#tests/support/accounts.ts";
import { runProgram } from "#tests/support/processes.ts";
import { rawSql } from "#tests/support/raw.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import {
  emptyDatabase,
  openForTest,
  TEST_ENGINE,
  testDatabase,
  testFolder,
} from "#tests/support/store.ts";

const program = (name: string) => join(import.meta.dir, "processes", `${name}.ts`);
const AT = new Date(0);

const setBoth = (store: Store, count: number) =>
  store.write(async (tx) => {
    const { limits } = store.tables;
    for (const key of ["left", "right"])
      await tx
        .insert(limits)
        .values({ key, count, windowEndsAt: AT })
        .onConflictDoUpdate({ target: limits.key, set: { count } });
  });
const countsOf = async (database: StoreOptions) => {
  const rows = await rawSql(database, "SELECT key, count FROM limits ORDER BY key");
  return Object.fromEntries(rows.map(({ key, count }) => [String(key), Number(count)]));
};
/** A backup of a database in which both counters stand at `count`. */
const backupWith = async (count: number) => {
  const source = await testDatabase();
  const store = await openForTest(source);
  await setBoth(store, count);
  await store.close();
  const file = join(await testFolder(), "backup.sqlite");
  await backup(source, file);
  return file;
};
/** A database in use before, with both counters at `count`. */
const databaseWith = async (count: number) => {
  const database = await testDatabase();
  const store = await openForTest(database);
  await setBoth(store, count);
  await store.close();
  return database;
};

if (TEST_ENGINE === "sqlite") {
  describe("backup", () => {
    test("a backup made while the site writes is one moment of it, and can be restored", async () => {
      const database = await testDatabase();
      const store = await openForTest(database);
      await setBoth(store, 1);
      const file = join(await testFolder(), "backup.sqlite");
      const state = { isDone: false };
      const making = runProgram(program("backup"), [database.dataDir, file]).finally(() => {
        state.isDone = true;
      });
      let count = 1;
      while (!state.isDone) {
        count += 1;
        await setBoth(store, count);
        await Bun.sleep(0);
      }
      expect(await making).toMatchObject({ errors: "", exitCode: 0 });
      const fresh = await emptyDatabase();
      expect(await restore(fresh, file)).toEqual({ replaced: null });
      const counts = await countsOf(fresh);
      expect(counts["left"]).toBe(counts["right"] ?? -1);
      expect(counts["left"]).toBeGreaterThanOrEqual(1);
      expect(counts["left"]).toBeLessThanOrEqual(count);
      const restored = await openForTest(fresh);
      await setBoth(restored, count + 1);
    });

    test("a backup overwrites nothing and leaves nothing half-made behind", async () => {
      const database = await databaseWith(1);
      const folder = await testFolder();
      const file = join(folder, "backup.sqlite");
      await Bun.write(file, "precious");
      expect((await rejectionOf(backup(database, file))).message).toContain("exists already");
      expect(await Bun.file(file).text()).toBe("precious");
      await rejectionOf(backup(database, join(folder, "no/such/folder.sqlite")));
      expect(await readdir(folder)).toEqual(["backup.sqlite"]);
      expect(
        (await rejectionOf(backup(await emptyDatabase(), join(folder, "b.sqlite")))).message,
      ).toContain("There is no database");
    });
  });

  describe("restore", () => {
    test("a restore keeps the replaced database beside the new one", async () => {
      const file = await backupWith(7);
      const database = await databaseWith(3);
      const { replaced } = await restore(database, file);
      expect(await countsOf(database)).toEqual({ left: 7, right: 7 });
      const files = await readdir(database.dataDir);
      expect(files.filter((name) => /-wal$|-shm$|partial/.test(name))).toEqual([]);
      const aside = new Database(replaced ?? "", { readonly: true });
      expect(aside.query("SELECT count FROM limits").values()).toEqual([[3], [3]]);
      aside.close();
      expect(await migrate(database)).toEqual({ applied: [] });
    });

    test("a restore in place of a database that was lost takes nothing from the log it has left", async () => {
      const file = await backupWith(7);
      const database = await databaseWith(3);
      await runProgram(program("crash"), [database.dataDir]);
      await rm(databaseFile(database.dataDir));
      expect(Bun.file(`${databaseFile(database.dataDir)}-wal`).size).toBeGreaterThan(0);
      expect(await restore(database, file)).toEqual({ replaced: null });
      const files = await readdir(database.dataDir);
      expect(files.toSorted()).toEqual(["lynxden.lock", "lynxden.sqlite"]);
      expect(await countsOf(database)).toEqual({ left: 7, right: 7 });
    });

    test("a restore ends all sessions: some of them have ended since the copy was made", async () => {
      const source = await testDatabase();
      const store = await openForTest(source);
      const clock = { now: () => AT };
      const userId = await addUser(store, clock);
      await store.write((tx) =>
        tx.insert(store.tables.sessions).values({
          id: "ended-since",
          userId,
          createdAt: AT,
          expiresAt: new Date(AT.getTime() + DAY_MS),
          lastUsedAt: AT,
          browser: "Firefox",
          address: "192.0.2.0/24",
        }),
      );
      await store.close();
      const file = join(await testFolder(), "backup.sqlite");
      await backup(source, file);
      const fresh = await emptyDatabase();
      await restore(fresh, file);
      expect(await rawSql(fresh, "SELECT id FROM sessions")).toEqual([]);
      expect(await rawSql(fresh, "SELECT id FROM users")).toEqual([{ id: userId }]);
    });

    test("what a crashed site had committed is in the database that is kept", async () => {
      const file = await backupWith(7);
      const database = await databaseWith(3);
      await runProgram(program("crash"), [database.dataDir]);
      expect(await Bun.file(`${databaseFile(database.dataDir)}-wal`).exists()).toBe(true);
      const { replaced } = await restore(database, file);
      const aside = new Database(replaced ?? "", { readonly: true });
      const keys = aside.query("SELECT key FROM limits ORDER BY key").values();
      aside.close();
      expect(keys).toEqual([["before-the-crash"], ["left"], ["right"]]);
      expect(await countsOf(database)).toEqual({ left: 7, right: 7 });
    });

    test("a damaged database can be replaced, and is kept with its log", async () => {
      const file = await backupWith(7);
      const database = await databaseWith(3);
      await Bun.write(databaseFile(database.dataDir), "x".repeat(8192));
      await Bun.write(`${databaseFile(database.dataDir)}-wal`, "log");
      const { replaced } = await restore(database, file);
      expect(await countsOf(database)).toEqual({ left: 7, right: 7 });
      expect(await Bun.file(replaced ?? "").text()).toBe("x".repeat(8192));
      expect(await Bun.file(`${replaced}-wal`).text()).toBe("log");
    });

    test("nothing is restored while a site runs on the folder, and no site starts meanwhile", async () => {
      const file = await backupWith(7);
      const database = await databaseWith(3);
      const store = await openForTest(database);
      expect((await rejectionOf(restore(database, file))).message).toContain(
        "A site is running on",
      );
      await store.close();
      await restore(database, file);
      const unlock = lockFolder(database.dataDir, "alone");
      expect((await rejectionOf(openStore(database))).message).toContain(
        "A restore is replacing, or a move is reading",
      );
      expect((await rejectionOf(migrate(database))).message).toContain(
        "A restore is replacing, or a move is reading",
      );
      unlock?.();
      const reopened = await openForTest(database);
      const { limits } = reopened.tables;
      const rows = await reopened.read.select().from(limits).where(eq(limits.key, "left"));
      expect(rows[0]?.count).toBe(7);
    });

    test("another program that has the database open is noticed", async () => {
      const file = await backupWith(7);
      const database = await databaseWith(3);
      const other = new Database(databaseFile(database.dataDir));
      other.query("SELECT count(*) FROM limits").values();
      expect((await rejectionOf(restore(database, file))).message).toContain("Another program has");
      other.close(true);
      expect(await countsOf(database)).toEqual({ left: 3, right: 3 });
    });

    test("what is not a sound database of this program is refused, and nothing is changed", async () => {
      const folder = await testFolder();
      const good = await backupWith(7);
      const damaged = join(folder, "damaged.sqlite");
      const bytes = await Bun.file(good).bytes();
      await Bun.write(damaged, bytes.fill(0xff, 4096 * 2, 4096 * 4));
      const newer = join(folder, "newer.sqlite");
      await Bun.write(newer, Bun.file(good));
      const connection = new Database(newer);
      connection.run("INSERT INTO migrations VALUES ('9999_of_tomorrow', 'x', 'x')");
      connection.close();
      const foreign = join(folder, "foreign.sqlite");
      const other = new Database(foreign);
      other.run("CREATE TABLE recipes (a)");
      other.close();
      const text = join(folder, "notes.txt");
      await Bun.write(text, "These are notes, not a database. ".repeat(100));
      const empty = join(folder, "empty.sqlite");
      await Bun.write(empty, "");

      const database = await databaseWith(3);
      const files = (await readdir(database.dataDir)).toSorted();
      const refusals = {
        [damaged]: "cannot be restored",
        [newer]: "The database is newer than this program",
        [foreign]: "It is not a Lynxden database",
        [text]: "It is not readable",
        [empty]: "It is not a Lynxden database",
        [join(folder, "missing.sqlite")]: "There is no file",
      };
      for (const [file, message] of Object.entries(refusals)) {
        const refused = restore(database, file);
        expect((await rejectionOf(refused)).message).toContain(message);
        expect(await rejectionOf(refused)).toBeInstanceOf(StoreError);
      }
      expect(await countsOf(database)).toEqual({ left: 3, right: 3 });
      expect((await readdir(database.dataDir)).toSorted()).toEqual(files);
    });
  });
} else
  test("PostgreSQL is backed up and restored with its own tools, which are named", async () => {
    const database = await testDatabase();
    expect((await rejectionOf(backup(database, "b.dump"))).message).toContain("pg_dump");
    expect((await rejectionOf(restore(database, "b.dump"))).message).toContain("pg_restore");
  });
