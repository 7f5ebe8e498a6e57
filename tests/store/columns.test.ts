import { describe, expect, test } from "bun:test";
import { asc, eq } from "drizzle-orm";
import { KITS } from "#server/store/columns.ts";
import { EMBEDDED_MIGRATIONS, migrate } from "#server/store/migrate.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { emptyDatabase, openForTest, TEST_ENGINE, testStore } from "#tests/support/store.ts";

const kit = KITS[TEST_ENGINE];
const samples = kit.table("samples", {
  id: kit.id("id"),
  flag: kit.boolean("flag").notNull(),
  note: kit.json("note").$type<{ words: string[] }>(),
});
const CREATE_SAMPLES = {
  sqlite: `CREATE TABLE samples (id integer PRIMARY KEY AUTOINCREMENT NOT NULL, flag integer NOT NULL, note text)`,
  postgres: `CREATE TABLE samples (id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY, flag boolean NOT NULL, note text)`,
};

const storeWithSamples = async () => {
  const options = await emptyDatabase();
  const extra = { name: "9000_samples", sql: CREATE_SAMPLES[TEST_ENGINE] };
  const migrations = {
    ...EMBEDDED_MIGRATIONS,
    [TEST_ENGINE]: [...EMBEDDED_MIGRATIONS[TEST_ENGINE], extra],
  };
  await migrate({ ...options, migrations });
  return openForTest(options);
};

describe("columns", () => {
  test("every kind of value comes back as it was given, on either engine", async () => {
    const store = await testStore();
    const { assets, audit, limits } = store.tables;
    const at = new Date("2026-02-28T23:59:59.999Z");
    const body = Uint8Array.from({ length: 256 }, (_, index) => index);
    const after = { list: [1, 2.5, null, true, "ö \"' \\ 🐆"], nested: { a: {} } };
    const text = "Große Luchse\nüber 🐆 'quoted' \"twice\" \\ %_";
    await store.write(async (tx) => {
      await tx.insert(assets).values({ hash: "h", type: text, body, createdAt: at });
      await tx.insert(audit).values({ at, action: "a", before: null, after });
      await tx.insert(limits).values({ key: "k", count: 2 ** 53 - 1, windowEndsAt: new Date(0) });
    });
    expect(await store.read.select().from(assets)).toEqual([
      { hash: "h", type: text, body, createdAt: at },
    ]);
    const { id, before } = audit;
    expect(
      await store.read.select({ id, at: audit.at, before, after: audit.after }).from(audit),
    ).toEqual([{ id: 1, at, before: null, after }]);
    expect(await store.read.select().from(limits)).toEqual([
      { key: "k", count: 2 ** 53 - 1, windowEndsAt: new Date(0) },
    ]);
  });

  test("a boolean is a boolean, and typed JSON keeps its type, on either engine", async () => {
    const store = await storeWithSamples();
    await store.write(async (tx) => {
      await tx.insert(samples).values([{ flag: true, note: { words: ["a"] } }, { flag: false }]);
    });
    const rows = await store.read.select().from(samples).orderBy(asc(samples.id));
    expect(rows).toEqual([
      { id: 1, flag: true, note: { words: ["a"] } },
      { id: 2, flag: false, note: null },
    ]);
    const flagged = await store.read.select().from(samples).where(eq(samples.flag, true));
    expect(flagged.map(({ id }) => id)).toEqual([1]);
  });

  test("text orders by code point on either engine, whatever the case and the language", async () => {
    const store = await testStore();
    const { leases } = store.tables;
    const names = [
      "zebra",
      "Äpfel",
      "apple",
      "Zoo",
      "_x",
      "10",
      "9",
      "äpfel",
      "Apple",
      "é",
      "e-f",
      "ef",
    ];
    await store.write(async (tx) => {
      const until = new Date(0);
      await tx.insert(leases).values(names.map((name) => ({ name, holder: "h", until })));
    });
    const rows = await store.read.select().from(leases).orderBy(asc(leases.name));
    expect(rows.map(({ name }) => name)).toEqual(names.toSorted((a, b) => (a < b ? -1 : 1)));
  });

  test("a word outside its tuple is refused by the database itself", async () => {
    const store = await testStore();
    const { serverHistory } = store.tables;
    const row = { serverKey: "a", at: new Date(0), playersSum: 0, answered: 0, probes: 0 };
    const insert = (grain: string) =>
      store.write(async (tx) => {
        // A word that the types would refuse, as a bug or another program could bring it.
        await tx.insert(serverHistory).values({ ...row, grain: grain as "5m" });
      });
    await insert("1h");
    await rejectionOf(insert("1d"));
  });

  test("the id of a deleted row is never given out again", async () => {
    const store = await testStore();
    const { audit } = store.tables;
    const add = () =>
      store.write((tx) =>
        tx
          .insert(audit)
          .values({ at: new Date(0), action: "a" })
          .returning({ id: audit.id })
          .then(([row]) => row?.id ?? 0),
      );
    const first = await add();
    const second = await add();
    await store.write(async (tx) => {
      await tx.delete(audit);
    });
    const third = await add();
    expect(first < second && second < third).toBe(true);
  });
});
