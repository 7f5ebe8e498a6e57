import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { KITS } from "#server/store/columns.ts";
import { databaseFile, lockFolder, whenFree } from "#server/store/data-folder.ts";
import { openSqlite } from "#server/store/sqlite.ts";
import { StoreError } from "#server/store/trouble.ts";
import { startProgram } from "#tests/support/processes.ts";
import { rawSql } from "#tests/support/raw.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import {
  openForTest,
  silentLog,
  TEST_ENGINE,
  testDatabase,
  testFolder,
} from "#tests/support/store.ts";

const HOLD = join(import.meta.dir, "processes/hold-database.ts");

const holdFromElsewhere = async (dataDir: string) => {
  const holder = startProgram(HOLD, [dataDir]);
  const reader = holder.stdout.getReader();
  await reader.read();
  return {
    async letGo() {
      await holder.stdin.write("go\n");
      await holder.stdin.end();
      await holder.exited;
    },
  };
};

if (TEST_ENGINE === "sqlite")
  describe("SQLite", () => {
    test("a write waits for another process without stopping this one", async () => {
      const database = await testDatabase();
      const store = await openForTest(database);
      const { limits } = store.tables;
      const holder = await holdFromElsewhere(database.dataDir);
      let isWritten = false;
      const writing = store
        .write(async (tx) => {
          await tx.insert(limits).values({ key: "here", count: 1, windowEndsAt: new Date(0) });
          return tx.select().from(limits);
        })
        .finally(() => {
          isWritten = true;
        });
      for (let turn = 0; turn < 100; turn += 1) await Bun.sleep(1);
      expect(isWritten).toBe(false);
      expect(await store.read.select().from(limits)).toEqual([]);
      await holder.letGo();
      const rows = await writing;
      expect(rows.map(({ key }) => key).toSorted()).toEqual(["here", "other-process"]);
    });

    test("what was read gives its memory back each time, of both connections", async () => {
      const store = await openForTest(await testDatabase());
      // oxlint-disable-next-line typescript/unbound-method -- It is called with the database that it is of.
      const { run } = Database.prototype;
      const ran: string[] = [];
      Database.prototype.run = function noted(this: Database, text: string, ...params: []) {
        ran.push(text);
        return run.call(this, text, ...params);
      };
      try {
        store.releaseMemory();
        store.releaseMemory();
      } finally {
        Database.prototype.run = run;
      }
      expect(ran).toEqual(Array<string>(4).fill("PRAGMA shrink_memory"));
      expect(await store.read.select().from(store.tables.limits)).toEqual([]);
    });

    test("a process that never lets go ends the wait with a sentence for the owner", async () => {
      const { dataDir } = await testDatabase();
      const holder = await holdFromElsewhere(dataDir);
      const connection = new Database(databaseFile(dataDir));
      connection.run("PRAGMA busy_timeout = 0");
      const waiting = whenFree(() => connection.run("BEGIN IMMEDIATE"), 30);
      expect((await rejectionOf(waiting)).message).toContain(
        "Another process has held the database",
      );
      expect(await rejectionOf(waiting)).toBeInstanceOf(StoreError);
      connection.close();
      await holder.letGo();
    });

    test("an error that is not BUSY is not waited for", async () => {
      let attempts = 0;
      const failing = whenFree(() => {
        attempts += 1;
        throw new Error("other");
      });
      expect((await rejectionOf(failing)).message).toContain("other");
      expect(attempts).toBe(1);
    });

    test("the database is a write-ahead log in a folder of its own, and closing lets go of both", async () => {
      const folder = join(await testFolder(), "new");
      const store = await openSqlite({ dataDir: folder, log: silentLog });
      const file = databaseFile(folder);
      expect((await stat(folder)).mode & 0o077).toBe(0);
      const other = new Database(file);
      expect(other.query("PRAGMA journal_mode").values()).toEqual([["wal"]]);
      other.close();
      await store.close();
      // Closing lets go of everything: no log beside the file, and the folder is free.
      expect(await Bun.file(`${file}-wal`).exists()).toBe(false);
      lockFolder(folder, "alone")?.();
      expect(lockFolder(folder, "alone")).not.toBeNull();
    });

    test("a row that refers to nothing is refused", async () => {
      const kit = KITS.sqlite;
      const parents = kit.table("parents", { id: kit.id("id") });
      const children = kit.table("children", {
        id: kit.id("id"),
        parentId: kit
          .integer("parent_id")
          .notNull()
          .references(() => parents.id, { onDelete: "restrict" }),
      });
      const database = await testDatabase();
      await rawSql(database, "CREATE TABLE parents (id integer PRIMARY KEY AUTOINCREMENT)");
      await rawSql(
        database,
        "CREATE TABLE children (id integer PRIMARY KEY, parent_id integer REFERENCES parents(id) ON DELETE RESTRICT)",
      );
      const store = await openForTest(database);
      const adopt = (parentId: number) =>
        store.write(async (tx) => {
          await tx.insert(children).values({ parentId });
        });
      expect((await rejectionOf(adopt(1))).message).toContain("FOREIGN KEY");
      await store.write(async (tx) => {
        await tx.insert(parents).values({});
      });
      await adopt(1);
      const removing = store.write(async (tx) => {
        await tx.delete(parents);
      });
      expect((await rejectionOf(removing)).message).toContain("FOREIGN KEY");
    });

    test("many different statements do not pile up, and the store still closes", async () => {
      const database = await testDatabase();
      const store = await openForTest(database);
      const { limits } = store.tables;
      const fields = { key: limits.key };
      for (let count = 1; count <= 300; count += 1)
        await store.read.select(fields).from(limits).limit(count).offset(count);
      const rows = Array.from({ length: 250 }, (_, index) => index + 1);
      for (const size of rows)
        await store.write(async (tx) => {
          const values = Array.from({ length: size % 7 }, (_, part) => ({
            key: `${size}-${part}`,
            count: 1,
            windowEndsAt: new Date(0),
          }));
          if (values.length > 0) await tx.insert(limits).values(values);
        });
      await store.close();
      const free = lockFolder(database.dataDir, "alone");
      expect(free).not.toBeNull();
      free?.();
    });
  });
