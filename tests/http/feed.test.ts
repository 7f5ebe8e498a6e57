import { describe, expect, test } from "bun:test";
import { REFUSALS } from "#server/core/errors.ts";
import { createFeedHub, type FeedHub, type FeedHubOptions } from "#server/live/feed.ts";
import { wireLive } from "#server/live/wire.ts";
import type { Store } from "#server/store/store.ts";
import type { BusEvent } from "#shared/bus.ts";
import { testApp } from "#tests/support/app.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { EXAMPLE } from "#tests/support/example.ts";
import { readFeed } from "#tests/support/sse.ts";
import { silentLog } from "#tests/support/store.ts";

/** The team needs no second factor. */
const ASKS_NONE = {
  community: { security: { stepUpMs: 0, teamNeedsSecondFactor: false }, tickets: EXAMPLE.tickets },
};
/** Of a store of which nothing is read. */
const NO_STORE = { tables: {}, read: {} } as Pick<Store, "tables" | "read">;

const NOBODY = {
  servers: 0,
  online: 0,
  players: 0,
  games: { "ark-se": 0, "ark-sa": 0, eco: 0, minecraft: 0, empyrion: 0 },
};

const hubWith = (options: Partial<FeedHubOptions> = {}): FeedHub => {
  const hub = createFeedHub({ buildId: "build-1", ...options });
  afterThisTest(() => hub.end());
  return hub;
};
const open = (hub: FeedHub, address = "203.0.113.1") => readFeed(hub.open(["everyone"], address));
/** Nobody is signed in. */
const auth = { sessions: { validate: async () => null } };
const resync = { type: "resync" } as const;

describe("GET /api/feed", () => {
  test("is an event stream that nothing on the way holds back", async () => {
    const app = await testApp();
    const response = await app.request("/api/feed");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-store, no-transform");
    expect(response.headers.get("x-accel-buffering")).toBe("no");
    expect(response.headers.has("content-encoding")).toBe(false);
    const feed = readFeed(response.body);
    expect(await feed.next()).toEqual({ type: "hello", buildId: "build-1", siteVersion: 0 });
    await feed.leave();
    expect(app.deps.feeds.size()).toBe(0);
  });

  test("answers under any case, and opens nothing for HEAD", async () => {
    const app = await testApp();
    const head = await app.request("/API/Feed", { method: "HEAD" });
    expect(head.status).toBe(200);
    expect(app.deps.feeds.size()).toBe(0);
  });

  test("beyond the cap of an address it is 429 with Retry-After; a closed tab makes room", async () => {
    const app = await testApp({
      overrides: { feeds: hubWith({ limits: { guestsByAddress: 2 } }) },
    });
    const [first] = [await app.request("/api/feed"), await app.request("/api/feed")];
    const refused = await app.request("/api/feed");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ message: REFUSALS.feedsOfAddress });
    await first.body?.cancel();
    expect((await app.request("/api/feed")).status).toBe(200);
  });

  test("is 503 while the program stops", async () => {
    const app = await testApp();
    app.deps.feeds.end();
    const refused = await app.request("/api/feed");
    expect(refused.status).toBe(503);
    expect(refused.headers.has("retry-after")).toBe(true);
  });
});

describe("a feed", () => {
  test("hears its channels and no other", async () => {
    const hub = hubWith();
    const everyone = readFeed(hub.open(["everyone"], "a"));
    const member = readFeed(hub.open(["everyone", "member:1"], "b"));
    await everyone.next();
    await member.next();
    hub.send("member:1", resync);
    hub.send("member:2", { type: "bye", retryMs: 1 });
    hub.send("everyone", { type: "bye", retryMs: 2 });
    expect(await member.next()).toEqual(resync);
    expect(await member.next()).toEqual({ type: "bye", retryMs: 2 });
    expect(await everyone.next()).toEqual({ type: "bye", retryMs: 2 });
  });

  test("is given a comment now and then, so that nobody takes its silence for death", async () => {
    const hub = hubWith({ heartbeatMs: 5 });
    const feed = open(hub);
    await feed.next();
    setTimeout(() => hub.send("everyone", resync), 40);
    await feed.next();
    expect(feed.comments()).toBeGreaterThan(0);
  });

  test("that does not read is ended at its cap, and holds up nobody", async () => {
    const hub = hubWith({ queueBytes: 2000 });
    const slow = hub.open(["everyone"], "slow");
    const quick = open(hub, "quick");
    await quick.next();
    for (let sent = 0; sent < 200; sent += 1) {
      hub.send("everyone", resync);
      await quick.next();
    }
    expect(hub.size()).toBe(1);
    // What it was sent until then is still there to be read, and then it ends.
    let bytes = 0;
    for await (const chunk of slow) bytes += chunk.byteLength;
    expect(bytes).toBeGreaterThan(1000);
    expect(bytes).toBeLessThan(2100);
  });

  test("is told when to come back, each at its own time, and ended", async () => {
    const hub = hubWith();
    const feeds = Array.from({ length: 20 }, (_, index) => open(hub, `address-${index}`));
    for (const feed of feeds) await feed.next();
    hub.end();
    const waits = new Set<number>();
    for (const feed of feeds) {
      const bye = await feed.next();
      if (bye?.type !== "bye") throw new Error("Not a bye.");
      expect(bye.retryMs).toBeWithin(0, 5000);
      waits.add(bye.retryMs);
      expect(await feed.next()).toBeNull();
    }
    expect(waits.size).toBeGreaterThan(5);
    expect(hub.size()).toBe(0);
  });

  test("costs nothing while nobody listens", () => {
    const hub = hubWith();
    const event = { type: "resync", toJSON: () => expect.unreachable("Serialised for nobody.") };
    hub.send("everyone", event as typeof resync);
    expect(hub.size()).toBe(0);
  });
});

describe("from the store to the feeds", () => {
  test("a committed change reaches every feed with its rows", async () => {
    const app = await testApp();
    const { store, feeds, clock } = app.deps;
    const disconnect = await wireLive(app.deps);
    afterThisTest(disconnect);
    const feed = open(feeds);
    await feed.next();
    await store.write(async (tx) => {
      await tx.insert(store.tables.serverStatus).values({
        key: "eco",
        game: "eco",
        state: "online",
        since: clock.now(),
        serverName: "Eco of the den",
        version: "12",
        players: 7,
        maxPlayers: 100,
        misses: 0,
        checkedAt: clock.now(),
        changedAt: clock.now(),
      });
      tx.publish({ type: "servers.changed", keys: ["eco"] });
    });
    const event = await feed.next();
    if (event?.type !== "servers.changed") throw new Error("Not the change.");
    expect(event.rows).toMatchObject([{ key: "eco", isOnline: true, players: 7 }]);
    expect(event.summary).toMatchObject({ online: 1, players: 7 });
    expect(await (await app.request("/api/server/eco")).json()).toMatchObject([{ players: 7 }]);
  });

  test("after a gap everything is read again before feeds are told to", async () => {
    const calls: string[] = [];
    const received: { onGap?: () => void; onEvent?: (event: BusEvent) => void } = {};
    const hub = hubWith();
    await wireLive({
      config: ASKS_NONE,
      store: {
        ...NO_STORE,
        subscribe: async (onEvent, onGap) => {
          Object.assign(received, { onEvent, onGap });
          return async () => {};
        },
      },
      board: {
        reload: async (keys) => {
          calls.push(`reload ${JSON.stringify(keys)}`);
          return [];
        },
        summary: () => NOBODY,
      },
      feeds: hub,
      auth,
      log: silentLog,
    });
    const feed = open(hub);
    await feed.next();
    calls.length = 0;
    received.onGap?.();
    expect(await feed.next()).toEqual(resync);
    expect(calls).toEqual(["reload null"]);
  });

  test("after a gap whose reading fails feeds are told all the same", async () => {
    const lines: string[] = [];
    const received: { onGap?: () => void } = {};
    let isBroken = false;
    const hub = hubWith();
    await wireLive({
      config: ASKS_NONE,
      store: {
        ...NO_STORE,
        subscribe: async (_, onGap) => {
          received.onGap = onGap;
          return async () => {};
        },
      },
      board: {
        reload: async () => {
          if (isBroken) throw new Error("gone");
          return [];
        },
        summary: () => NOBODY,
      },
      feeds: hub,
      auth,
      log: { ...silentLog, error: (event) => lines.push(event) },
    });
    const feed = open(hub);
    await feed.next();
    isBroken = true;
    received.onGap?.();
    expect(await feed.next()).toEqual(resync);
    expect(lines).toEqual(["live.failed"]);
  });

  test("a store that fails for a moment is logged, and the next event is worked on", async () => {
    const lines: string[] = [];
    const received: { onEvent?: (event: BusEvent) => void } = {};
    let isBroken = false;
    await wireLive({
      config: ASKS_NONE,
      store: {
        ...NO_STORE,
        subscribe: async (onEvent) => {
          received.onEvent = onEvent;
          return async () => {};
        },
      },
      board: {
        reload: async () => {
          if (isBroken) throw new Error("gone");
          return [];
        },
        summary: () => NOBODY,
      },
      feeds: hubWith(),
      auth,
      log: { ...silentLog, error: (event) => lines.push(event) },
    });
    isBroken = true;
    received.onEvent?.({ type: "servers.changed", keys: null });
    await Bun.sleep(0);
    expect(lines).toEqual(["live.failed"]);
  });
});
