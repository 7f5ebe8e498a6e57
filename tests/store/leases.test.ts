import { describe, expect, test } from "bun:test";
import { noteJobSuccess, releaseLease, takeLease } from "#server/store/job-runs.ts";
import { movableClock } from "#tests/support/clock.ts";
import { openForTest, TEST_ENGINE, testDatabase, testStore } from "#tests/support/store.ts";

const lease = (holder: string) => ({ name: "poller", holder, ttlMs: 30_000 });

describe("leases", () => {
  test("of two instances that ask at once, one gets the lease", async () => {
    const database = await testDatabase();
    const [here, there] = [await openForTest(database), await openForTest(database)];
    const clock = movableClock();
    for (let round = 0; round < 5; round += 1) {
      const taken = await Promise.all([
        takeLease(here, clock, lease("here")),
        takeLease(there, clock, lease("there")),
      ]);
      expect(taken.filter(Boolean)).toHaveLength(1);
      clock.advance(30_000);
    }
  });

  test("the holder renews its lease; another gets it when it has run out, not before", async () => {
    const store = await testStore();
    const clock = movableClock();
    expect(await takeLease(store, clock, lease("a"))).toBe(true);
    clock.advance(20_000);
    expect(await takeLease(store, clock, lease("a"))).toBe(true);
    clock.advance(29_999);
    expect(await takeLease(store, clock, lease("b"))).toBe(false);
    clock.advance(1);
    expect(await takeLease(store, clock, lease("b"))).toBe(true);
    expect(await takeLease(store, clock, lease("a"))).toBe(false);
  });

  test("a lease that is let go is free at once, and nobody lets another's go", async () => {
    const store = await testStore();
    const clock = movableClock();
    await takeLease(store, clock, lease("a"));
    await releaseLease(store, lease("b"));
    expect(await takeLease(store, clock, lease("b"))).toBe(false);
    await releaseLease(store, lease("a"));
    expect(await takeLease(store, clock, lease("b"))).toBe(true);
  });

  test("a clock that is set back by hours does not make a dead holder's lease last as long", async () => {
    const store = await testStore();
    const clock = movableClock();
    expect(await takeLease(store, clock, lease("a"))).toBe(true);
    clock.advance(-3_600_000);
    expect(await takeLease(store, clock, lease("b"))).toBe(false);
    clock.advance(-1);
    expect(await takeLease(store, clock, lease("b"))).toBe(true);
    expect(await takeLease(store, clock, lease("a"))).toBe(false);
  });

  test("leases of different names do not touch each other", async () => {
    const store = await testStore();
    const clock = movableClock();
    expect(await takeLease(store, clock, lease("a"))).toBe(true);
    expect(await takeLease(store, clock, { ...lease("b"), name: "cleaner" })).toBe(true);
  });

  test.skipIf(TEST_ENGINE === "sqlite")(
    "instances that start at once and take a lease each are not in each other's way",
    async () => {
      const database = await testDatabase();
      const stores = [await openForTest(database), await openForTest(database)];
      const clock = movableClock();
      const runs: string[] = [];
      const bothTook = Promise.withResolvers<void>();
      await Promise.all(
        stores.map((store, index) =>
          takeLease(store, clock, { ...lease("a"), name: `job-${index}` }, async (tx) => {
            runs.push(`job-${index}`);
            if (runs.length === stores.length) bothTook.resolve();
            await bothTook.promise;
            await noteJobSuccess(tx, `job-${index}`, {
              run: { startedAt: clock.now(), tookMs: 1, everyMs: 1000, error: null },
              nextRunAt: clock.now(),
              wasFailing: true,
            });
          }),
        ),
      );
      expect(runs.toSorted()).toEqual(["job-0", "job-1"]);
    },
  );
});
