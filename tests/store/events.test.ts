import { describe, expect, test } from "bun:test";
import type { Log } from "#server/core/log.ts";
import { openStore } from "#server/store/open.ts";
import type { Store } from "#server/store/store.ts";
import { createSubscribers } from "#server/store/transaction.ts";
import type { BusEvent } from "#shared/bus.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { rawSql } from "#tests/support/raw.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import {
  openForTest,
  silentLog,
  TEST_ENGINE,
  testDatabase,
  testStore,
} from "#tests/support/store.ts";

const changed = (...keys: string[]): BusEvent => ({ type: "servers.changed", keys });
const keysOf = (event: BusEvent) => (event.type === "servers.changed" ? event.keys : null);
const publish = (store: Store, ...events: BusEvent[]) =>
  store.write(async (tx) => {
    for (const event of events) tx.publish(event);
  });

/** Collects a store's events; `until(key)` waits for the one that names the key. */
const listen = async (store: Store) => {
  const received: BusEvent[] = [];
  let arrived = Promise.withResolvers<void>();
  let gaps = 0;
  const tell = () => {
    arrived.resolve();
    arrived = Promise.withResolvers<void>();
  };
  const stop = await store.subscribe(
    (event) => {
      received.push(event);
      tell();
    },
    () => {
      gaps += 1;
      tell();
    },
  );
  const waitFor = async (isThere: () => boolean) => {
    while (!isThere()) await arrived.promise;
  };
  return {
    received,
    stop,
    until: (key: string) => waitFor(() => received.some((event) => keysOf(event)?.includes(key))),
    untilGap: () => waitFor(() => gaps > 0),
    gaps: () => gaps,
  };
};

describe("events", () => {
  test("an event is heard when its transaction has committed, and its rows are there", async () => {
    const store = await testStore();
    const { limits } = store.tables;
    const seen = Promise.withResolvers<number>();
    await store.subscribe(
      () =>
        void store.read
          .select()
          .from(limits)
          .then((rows) => seen.resolve(rows.length)),
      () => {},
    );
    const arrived = await listen(store);
    await store.write(async (tx) => {
      tx.publish(changed("a"));
      await tx.insert(limits).values({ key: "k", count: 1, windowEndsAt: new Date(0) });
      await Bun.sleep(5);
      expect(arrived.received).toEqual([]);
    });
    await arrived.until("a");
    expect(await seen.promise).toBe(1);
    expect(arrived.received).toEqual([changed("a")]);
    expect(arrived.gaps()).toBe(0);
  });

  test("an event of a transaction that is undone is never heard", async () => {
    const store = await testStore();
    const arrived = await listen(store);
    const failing = store.write(async (tx) => {
      tx.publish(changed("undone"));
      throw new Error("no");
    });
    expect((await rejectionOf(failing)).message).toContain("no");
    await publish(store, changed("done"));
    await arrived.until("done");
    expect(arrived.received).toEqual([changed("done")]);
  });

  test("events come in the order of the commits, and the same one twice is sent once", async () => {
    const store = await testStore();
    const arrived = await listen(store);
    await publish(store, changed("a"), changed("b"), changed("a"));
    await publish(store, { type: "servers.changed", keys: null });
    await publish(store, changed("c"));
    await arrived.until("c");
    expect(arrived.received).toEqual([
      changed("a"),
      changed("b"),
      { type: "servers.changed", keys: null },
      changed("c"),
    ]);
  });

  test("an event that no notification can carry is refused, on either engine", async () => {
    const store = await testStore();
    expect((await rejectionOf(publish(store, changed("x".repeat(8000))))).message).toContain(
      "too long",
    );
    const longest = 7999 - JSON.stringify(changed("")).length;
    const arrived = await listen(store);
    await publish(store, changed("x".repeat(longest)));
    await arrived.until("x".repeat(longest));
  });

  test("a subscriber that throws or rejects harms neither the writer nor the others", async () => {
    const errors: string[] = [];
    const log: Log = { ...silentLog, error: (event) => errors.push(event) };
    const store = await openStore({ ...(await testDatabase()), log });
    afterThisTest(() => store.close());
    await store.subscribe(
      () => {
        throw new Error("thrown");
      },
      () => {},
    );
    await store.subscribe(
      async () => {
        throw new Error("rejected");
      },
      () => {},
    );
    const arrived = await listen(store);
    await publish(store, changed("a"));
    await arrived.until("a");
    await publish(store, changed("b"));
    await arrived.until("b");
    expect(errors).toEqual(Array.from({ length: 4 }, () => "bus.listener_failed"));
  });

  test("a subscriber may write, and one that has left hears nothing", async () => {
    const store = await testStore();
    const gone = await listen(store);
    await gone.stop();
    const arrived = await listen(store);
    await store.subscribe(
      (event) => {
        if (keysOf(event)?.includes("question")) void publish(store, changed("answer"));
      },
      () => {},
    );
    await publish(store, changed("question"));
    await arrived.until("answer");
    expect(gone.received).toEqual([]);
  });

  test("what this program does not know is logged and dropped", () => {
    const warnings: string[] = [];
    const subscribers = createSubscribers({
      ...silentLog,
      warn: (event) => warnings.push(event),
    });
    const received: BusEvent[] = [];
    subscribers.add(
      (event) => received.push(event),
      () => {},
    );
    subscribers.receive("{");
    subscribers.receive('{"type":"of.tomorrow"}');
    subscribers.receive('{"type":"servers.changed","keys":[1]}');
    subscribers.receive(JSON.stringify(changed("a")));
    expect(received).toEqual([changed("a")]);
    expect(warnings).toHaveLength(3);
  });
});

if (TEST_ENGINE === "postgres")
  describe("events between instances", () => {
    test("every instance hears an event once, the one that published it too", async () => {
      const database = await testDatabase();
      const here = await openForTest(database);
      const there = await openForTest(database);
      const arrived = await Promise.all([listen(here), listen(here), listen(there)]);
      await publish(here, changed("a"));
      await publish(there, changed("b"));
      await Promise.all(arrived.map((each) => each.until("b")));
      for (const each of arrived) expect(each.received).toEqual([changed("a"), changed("b")]);
    });

    test("a lost connection is told as a gap, and what comes after is heard", async () => {
      const database = await testDatabase();
      const store = await openForTest(database);
      const arrived = await listen(store);
      await rawSql(
        database,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'",
      );
      await arrived.untilGap();
      await publish(store, changed("after"));
      await arrived.until("after");
      expect(arrived.gaps()).toBe(1);
    });
  });
