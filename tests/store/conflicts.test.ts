import { describe, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import type { StoreTx } from "#server/store/store.ts";
import type { Store } from "#server/store/store.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { TEST_ENGINE, openForTest, testDatabase } from "#tests/support/store.ts";

const twoStores = async () => {
  const database = await testDatabase();
  const store = await openForTest(database);
  const { limits } = store.tables;
  await store.write(async (tx) => {
    const row = { count: 0, windowEndsAt: new Date(0) };
    await tx.insert(limits).values([
      { key: "a", ...row },
      { key: "b", ...row },
    ]);
  });
  return [store, await openForTest(database)] as const;
};
const setCount = async (store: Store, tx: StoreTx, key: string, count: number) => {
  const { limits } = store.tables;
  await tx.update(limits).set({ count }).where(eq(limits.key, key));
};

if (TEST_ENGINE === "postgres")
  describe("PostgreSQL", () => {
    test("a transaction that was in another's way runs again from its beginning", async () => {
      const [store, other] = await twoStores();
      let runs = 0;
      await store.write(async (tx) => {
        runs += 1;
        tx.publish({ type: "servers.changed", keys: [String(runs)] });
        await tx.select().from(store.tables.limits);
        if (runs === 1) await other.write((inner) => setCount(other, inner, "a", 10));
        const [row] = await tx
          .select()
          .from(store.tables.limits)
          .where(eq(store.tables.limits.key, "a"));
        await setCount(store, tx, "a", (row?.count ?? 0) + 1);
      });
      expect(runs).toBe(2);
      const [row] = await store.read
        .select()
        .from(store.tables.limits)
        .where(eq(store.tables.limits.key, "a"));
      expect(row?.count).toBe(11);
    });

    test("after eight more runs the conflict is the caller's, and nothing is changed", async () => {
      const [store, other] = await twoStores();
      let runs = 0;
      const losing = store.write(async (tx) => {
        runs += 1;
        await tx.select().from(store.tables.limits);
        await other.write((inner) => setCount(other, inner, "a", runs));
        await setCount(store, tx, "a", 100);
      });
      await rejectionOf(losing);
      expect(runs).toBe(9);
      const [row] = await store.read
        .select()
        .from(store.tables.limits)
        .where(eq(store.tables.limits.key, "a"));
      expect(row?.count).toBe(9);
    });

    test("two transactions that wait for each other both come to their end", async () => {
      const [store, other] = await twoStores();
      let firstSteps = 0;
      const bothHaveBegun = Promise.withResolvers<void>();
      const update = (by: Store, keys: readonly [string, string]) =>
        by.write(async (tx) => {
          await setCount(by, tx, keys[0], 1);
          firstSteps += 1;
          if (firstSteps === 2) bothHaveBegun.resolve();
          await bothHaveBegun.promise;
          await setCount(by, tx, keys[1], 2);
          return "done";
        });
      const results = await Promise.all([update(store, ["a", "b"]), update(other, ["b", "a"])]);
      expect(results).toEqual(["done", "done"]);
    });

    test("a key that another wrote meanwhile is found there by the second run", async () => {
      const [store, other] = await twoStores();
      const { limits } = store.tables;
      const row = { key: "new", count: 1, windowEndsAt: new Date(0) };
      let runs = 0;
      const found = await store.write(async (tx) => {
        runs += 1;
        const present = await tx.select().from(limits).where(eq(limits.key, "new"));
        if (runs === 1) await other.write((inner) => inner.insert(limits).values(row));
        if (present.length === 0) await tx.insert(limits).values(row);
        return present.length;
      });
      expect([found, runs]).toEqual([1, 2]);
    });

    test("a key that is taken is the caller's error after one more run, any other at once", async () => {
      const [store] = await twoStores();
      const { limits } = store.tables;
      let runs = 0;
      const failing = (work: (tx: StoreTx) => Promise<unknown>) => {
        runs = 0;
        return rejectionOf(
          store.write(async (tx) => {
            runs += 1;
            await work(tx);
          }),
        );
      };
      await failing((tx) =>
        tx.insert(limits).values({ key: "a", count: 1, windowEndsAt: new Date(0) }),
      );
      expect(runs).toBe(2);
      await failing((tx) => tx.update(limits).set({ key: sql`NULL` }));
      expect(runs).toBe(1);
    });
  });
