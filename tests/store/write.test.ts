import { describe, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import type { Store, StoreTx } from "#server/store/store.ts";
import { isUniqueViolation } from "#server/store/trouble.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { openForTest, testDatabase, testStore } from "#tests/support/store.ts";

const AT = new Date("2026-03-01T00:00:00Z");
const put = (store: Store, tx: StoreTx, key: string, count: number) =>
  tx.insert(store.tables.limits).values({ key, count, windowEndsAt: AT });
const keysOf = async (store: Store) => {
  const rows = await store.read.select({ key: store.tables.limits.key }).from(store.tables.limits);
  return rows.map(({ key }) => key).toSorted();
};
const increment = (store: Store, key: string) =>
  store.write(async (tx) => {
    const { limits } = store.tables;
    const [row] = await tx.select().from(limits).where(eq(limits.key, key));
    await tx
      .update(limits)
      .set({ count: (row?.count ?? 0) + 1 })
      .where(eq(limits.key, key));
  });

describe("store.write", () => {
  test("what work returns comes back once it is committed", async () => {
    const store = await testStore();
    const result = await store.write(async (tx) => {
      await put(store, tx, "a", 1);
      return "done";
    });
    expect(result).toBe("done");
    expect(await keysOf(store)).toEqual(["a"]);
  });

  test("an error undoes everything, also what came before and after an await", async () => {
    const store = await testStore();
    const failing = store.write(async (tx) => {
      await put(store, tx, "a", 1);
      await Bun.sleep(1);
      await put(store, tx, "b", 1);
      throw new Error("no");
    });
    expect((await rejectionOf(failing)).message).toContain("no");
    expect(await keysOf(store)).toEqual([]);
    await store.write(async (tx) => {
      await put(store, tx, "c", 1);
    });
    expect(await keysOf(store)).toEqual(["c"]);
  });

  test("a reader never sees half a transaction, and the transaction sees its own rows", async () => {
    const store = await testStore();
    const halfWay = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const writing = store.write(async (tx) => {
      await put(store, tx, "a", 1);
      const own = await tx.select().from(store.tables.limits);
      halfWay.resolve();
      await goOn.promise;
      await put(store, tx, "b", 1);
      return own.length;
    });
    await halfWay.promise;
    expect(await keysOf(store)).toEqual([]);
    goOn.resolve();
    expect(await writing).toBe(1);
    expect(await keysOf(store)).toEqual(["a", "b"]);
  });

  test("writers that read and then write lose nothing, in one instance or several", async () => {
    const database = await testDatabase();
    const stores = [await openForTest(database), await openForTest(database)] as const;
    const [store] = stores;
    await store.write(async (tx) => {
      await put(store, tx, "a", 0);
    });
    for (let round = 0; round < 5; round += 1)
      await Promise.all(stores.map((each) => increment(each, "a")));
    await Promise.all([increment(store, "a"), increment(store, "a"), increment(store, "a")]);
    const [row] = await store.read.select().from(store.tables.limits);
    expect(row?.count).toBe(13);
  });

  test("two administrators who demote each other at the same time do not both succeed", async () => {
    const database = await testDatabase();
    const stores = [await openForTest(database), await openForTest(database)] as const;
    const [store] = stores;
    await store.write(async (tx) => {
      await put(store, tx, "ada", 1);
      await put(store, tx, "bob", 1);
    });
    let readers = 0;
    const bothHaveRead = Promise.withResolvers<void>();
    const demote = (by: Store, who: string) =>
      by.write(async (tx) => {
        const { limits } = by.tables;
        const admins = await tx.select().from(limits).where(eq(limits.count, 1));
        if (admins.length < 2) return false;
        readers += 1;
        if (readers === 2) bothHaveRead.resolve();
        // SQLite lets one in at a time: there the second reads after the first.
        if (by.engine === "postgres") await bothHaveRead.promise;
        await tx.update(limits).set({ count: 0 }).where(eq(limits.key, who));
        return true;
      });
    const demoted = await Promise.all([demote(stores[0], "bob"), demote(stores[1], "ada")]);
    expect(demoted.filter(Boolean)).toHaveLength(1);
    const left = await store.read
      .select()
      .from(store.tables.limits)
      .where(eq(store.tables.limits.count, 1));
    expect(left).toHaveLength(1);
  });

  test("a write inside a write is refused and undoes the outer one", async () => {
    const store = await testStore();
    const nested = store.write(async (tx) => {
      await put(store, tx, "a", 1);
      await store.write(async (inner) => {
        await put(store, inner, "b", 1);
      });
    });
    expect((await rejectionOf(nested)).message).toContain("store.write inside store.write");
    expect(await keysOf(store)).toEqual([]);
  });

  test("a read around the transaction is refused, also one that was prepared before", async () => {
    const store = await testStore();
    const { limits } = store.tables;
    const prepared = store.read
      .select()
      .from(limits)
      .where(eq(limits.key, sql.placeholder("key")))
      .prepare("limit_by_key");
    await store.write(async (tx) => {
      await put(store, tx, "a", 1);
    });
    expect(await prepared.execute({ key: "a" })).toHaveLength(1);
    expect(await prepared.execute({ key: "b" })).toHaveLength(0);
    const begun = store.write(async () => store.read.select().from(limits));
    expect((await rejectionOf(begun)).message).toContain("store.read inside store.write");
    const executed = store.write(async () => {
      await prepared.execute({ key: "a" });
    });
    await rejectionOf(executed);
    expect(await prepared.execute({ key: "a" })).toHaveLength(1);
  });

  test("a kept tx, and a query begun with it, throw once the transaction has ended", async () => {
    const store = await testStore();
    const kept = await store.write(async (tx) => ({ tx, insert: put(store, tx, "a", 1) }));
    await rejectionOf(kept.insert);
    await rejectionOf(kept.tx.select().from(store.tables.limits));
    expect(() => kept.tx.publish({ type: "servers.changed", keys: null })).toThrow("has ended");
    expect(await keysOf(store)).toEqual([]);
  });

  test("what outlives a transaction may write again", async () => {
    const store = await testStore();
    let later: Promise<void> | null = null;
    const ended = Promise.withResolvers<void>();
    await store.write(async (tx) => {
      await put(store, tx, "a", 1);
      later = ended.promise.then(() =>
        store.write(async (next) => {
          await put(store, next, "b", 1);
        }),
      );
    });
    ended.resolve();
    await (later as Promise<void> | null);
    expect(await keysOf(store)).toEqual(["a", "b"]);
  });

  test("an error that work catches still undoes everything, on either engine", async () => {
    const store = await testStore();
    const swallowing = store.write(async (tx) => {
      await put(store, tx, "a", 1);
      await put(store, tx, "a", 2).catch(() => {});
      return "looks well";
    });
    await rejectionOf(swallowing);
    expect(await keysOf(store)).toEqual([]);
  });

  test("a taken key is told apart from every other error, on either engine", async () => {
    const store = await testStore();
    const thrownBy = (work: (tx: StoreTx) => Promise<unknown>) =>
      store.write(work).then(
        () => null,
        (error: unknown) => error,
      );
    const taken = await thrownBy(async (tx) => {
      await put(store, tx, "a", 1);
      await put(store, tx, "a", 2);
    });
    expect(isUniqueViolation(taken)).toBe(true);
    const unfit = await thrownBy((tx) =>
      tx.insert(store.tables.leases).values({ name: "x" } as never),
    );
    expect(unfit).toBeInstanceOf(Error);
    expect(isUniqueViolation(unfit)).toBe(false);
    expect(isUniqueViolation(new Error("UNIQUE constraint failed"))).toBe(false);
  });

  test("a closed store says so, and closing waits for the transaction under way", async () => {
    const store = await testStore();
    const begun = Promise.withResolvers<void>();
    const writing = store.write(async (tx) => {
      await put(store, tx, "a", 1);
      begun.resolve();
      await Bun.sleep(5);
      await put(store, tx, "b", 1);
      return "committed";
    });
    await begun.promise;
    await store.ping();
    store.releaseMemory();
    const closing = store.close();
    expect(await writing).toBe("committed");
    await closing;
    await store.close();
    store.releaseMemory();
    expect((await rejectionOf(store.write(async () => 1))).message).toContain("closed");
    expect((await rejectionOf(store.ping())).message).toContain("closed");
    await rejectionOf(
      store.read
        .select()
        .from(store.tables.limits)
        .then(() => 1),
    );
  });
});
