import { expect, test } from "bun:test";
import { migrationsPending } from "#server/store/migrate.ts";
import { addUser } from "#tests/support/accounts.ts";
import { rawSql } from "#tests/support/raw.ts";
import { openForTest, testDatabase } from "#tests/support/store.ts";

/** More than is deleted row by row. */
const MANY = 2000;

// PostgreSQL's databases are used again, by the next round.
test.each([1, 2, 3, 4])(
  "round %i: a test's database is empty, and its numbers begin anew",
  async (round) => {
    const database = await testDatabase();
    const store = await openForTest(database);
    const { notifications, limits, users } = store.tables;
    for (const table of [notifications, limits, users])
      expect(await store.read.select().from(table)).toEqual([]);
    expect(await migrationsPending(store)).toBe(false);
    await addUser(store, database.clock);
    const row = { count: 1, windowEndsAt: database.clock.now() };
    const many = Array.from({ length: MANY }, (_, index) => ({ key: `${round}-${index}`, ...row }));
    const written = await store.write(async (tx) => {
      await tx.insert(limits).values(many);
      const note = {
        subject: "News",
        message: "",
        isGlobal: true,
        createdAt: database.clock.now(),
      };
      return await tx.insert(notifications).values(note).returning();
    });
    expect(written.map(({ id }) => id)).toEqual([1]);
    // Nobody else gets a database whose schema a test has changed.
    if (round > 1) await rawSql(database, "CREATE TABLE strays (a integer)");
  },
);
