import { describe, expect, test } from "bun:test";
import { setImmediate as turn } from "node:timers/promises";
import { forgetExpiredJob } from "#server/jobs/housekeeping.ts";
import { creditPresence } from "#server/modules/bridge/index.ts";
import { unlinkAccount } from "#server/modules/links/index.ts";
import type { Store } from "#server/store/store.ts";
import { bridgedDen, EVERY_GAME, linkGame, PLAYER, STEAM_ID } from "#tests/support/bridge.ts";
import { asMember, asSite, watched } from "#tests/support/context.ts";
import { hear } from "#tests/support/events.ts";
import { person } from "#tests/support/people.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { openForTest, testDatabase, testStore } from "#tests/support/store.ts";

const QUARTER_MS = 15 * 60_000;
const LATER = "2026-12-01T00:00:00Z";
const never = new AbortController().signal;

const setUp = async (options: Parameters<typeof bridgedDen>[0] = {}) => {
  const world = await bridgedDen(options);
  const { app, plugin, entries } = world;
  const report = async (players: readonly object[] = [PLAYER], game: string = "ark-se") =>
    (await plugin.call("POST", "/presence", { game, players })).answer;
  const run = (store: Store = world.store) => creditPresence(asSite({ ...app.deps, store }), never);
  /** What the ledger says of playing, oldest first. */
  const earned = async () => (await entries()).map(({ userId, delta }) => [userId, delta]);
  const earnedByMember = async () =>
    (await entries()).map(({ userId, delta }) => `${userId} ${delta}`).toSorted();
  return { ...world, report, run, earned, earnedByMember };
};
type World = Awaited<ReturnType<typeof setUp>>;

/** So many members with a tier, and their accounts. */
const crowd = async ({ app, grant }: World, size: number) => {
  const players: { platform: "steam"; playerId: string; userId: string }[] = [];
  for (let number = 0; number < size; number += 1) {
    const { id: userId } = await person(app);
    const playerId = `7656119900000${1000 + number}`;
    await linkGame(app, userId, "steam", playerId);
    await grant("Gold", LATER, userId);
    players.push({ platform: "steam", playerId, userId });
  }
  return players;
};
const accountsOf = (players: Awaited<ReturnType<typeof crowd>>) =>
  players.map(({ platform, playerId }) => ({ platform, playerId }));
const onceEach = (players: Awaited<ReturnType<typeof crowd>>) =>
  players.map(({ userId }) => `${userId} 7`).toSorted();

describe("[POINTS-05] a quarter of an hour", () => {
  test("is credited once, whatever servers, links and reports name the member", async () => {
    const world = await setUp();
    const { app, clock, member, grant, report, run, entries } = world;
    await linkGame(app, member.id, "minecraft", "069a79f444e94726a5befca90e38aaf5");
    await grant("Gold", LATER);
    clock.set("2026-03-01T12:00:00.000Z");
    expect(await report()).toEqual({
      quarter: "2026-03-01T12:00:00.000Z",
      accepted: 1,
      earning: 1,
      refused: [],
    });
    await run();
    clock.set("2026-03-01T12:14:59.999Z");
    await report([PLAYER, PLAYER]);
    await report(
      [{ platform: "minecraft", playerId: "069a79f4-44e9-4726-a5be-fca90e38aaf5" }],
      "rust",
    );
    await run();
    clock.set("2026-03-01T12:15:00.000Z");
    expect(await report()).toMatchObject({ quarter: "2026-03-01T12:15:00.000Z" });
    await run();
    await run();
    expect(await entries()).toMatchObject([
      {
        userId: member.id,
        kind: "passive",
        delta: 7,
        balance: 7,
        reference: `passive:2026-03-01T12:00:00.000Z:${member.id}`,
      },
      { delta: 7, balance: 14, reference: `passive:2026-03-01T12:15:00.000Z:${member.id}` },
    ]);
  });

  test("is worth 7, 10 or 15 by tier, and nothing for Standard and for strangers", async () => {
    const world = await setUp();
    const { clock, grant, report, run, earned } = world;
    await report([PLAYER, { platform: "steam", playerId: "nobody" }]);
    await run();
    const worth = { Gold: 7, Diamond: 10, Vibranium: 15 } as const;
    for (const tier of ["Gold", "Diamond", "Vibranium"] as const) {
      await grant(tier, LATER);
      clock.advance(QUARTER_MS);
      await report();
      await run();
    }
    expect((await earned()).map(([, delta]) => delta)).toEqual(Object.values(worth));
  });

  test("is credited to whoever was in another game first, or has paid for a tier since", async () => {
    const { clock, store, member, grant, report, run, earned } = await setUp();
    const weeks = () => store.read.select().from(store.tables.playWeeks);
    clock.set("2026-03-01T12:00:00Z");
    expect(await report([PLAYER], "eco")).toMatchObject({ earning: 0 });
    await report();
    await run();
    expect(await earned()).toEqual([]);
    await grant("Gold", LATER);
    expect(await report()).toMatchObject({ earning: 1 });
    await report([PLAYER], "eco");
    await run();
    await run();
    expect(await earned()).toEqual([[member.id, 7]]);
    // One quarter of an hour was played, wherever.
    expect((await weeks()).toSorted((a, b) => a.game.localeCompare(b.game))).toMatchObject([
      { game: "ark-se", quarters: 0, points: 7 },
      { game: "eco", quarters: 1, points: 0 },
    ]);
  });

  test("takes no statement more for each member of whom it is known already", async () => {
    let count = 0;
    const store = watched(await testStore(), () => {
      count += 1;
    });
    const world = await setUp({ overrides: { store } });
    const players = accountsOf(await crowd(world, 12));
    const statementsOf = async (some: typeof players) => {
      await world.report(some);
      count = 0;
      expect(await world.report(some)).toMatchObject({ earning: some.length });
      return count;
    };
    expect(await statementsOf(players)).toBe(await statementsOf(players.slice(0, 2)));
  });

  test("adds to the week and the server where it was played, for a year", async () => {
    const { app, plugin, clock, store, member, report } = await setUp();
    const weeks = () => store.read.select().from(store.tables.playWeeks);
    const server = "ark-se-the-island";
    const reportOn = async (named: string) =>
      plugin.call("POST", "/presence", { game: "ark-se", server: named, players: [PLAYER] });
    // A Sunday where the community is, and a Monday in UTC.
    clock.set("2026-03-02T03:50:00Z");
    await reportOn(server);
    await reportOn("ark-se-ragnarok");
    clock.set("2026-03-02T04:00:00Z");
    await reportOn(server);
    clock.set("2026-03-02T06:00:00Z");
    await report();
    const time = { userId: member.id, game: "ark-se", points: 0 };
    expect((await weeks()).toSorted((a, b) => a.week.localeCompare(b.week))).toEqual([
      { ...time, week: "2026-02-23", server, quarters: 2 },
      { ...time, week: "2026-03-02", server: "", quarters: 1 },
    ] as never);
    expect(await reportOn("minecraft")).toMatchObject({ status: 404 });
    clock.set("2027-03-10T12:00:00Z");
    await forgetExpiredJob(asSite(app.deps)).run(never);
    expect(await weeks()).toMatchObject([{ week: "2026-03-02" }]);
  });

  test("counts on Ark:SE, Ark:SA, Rust and Minecraft alone", async () => {
    const { app, clock, member, grant, report, run, earned } = await setUp();
    await grant("Gold", LATER);
    const crafter = {
      platform: "minecraft",
      playerId: "069a79f444e94726a5befca90e38aaf5",
    } as const;
    await linkGame(app, member.id, crafter.platform, crafter.playerId);
    const earning: string[] = [];
    for (const game of EVERY_GAME) {
      clock.advance(QUARTER_MS);
      const before = (await earned()).length;
      await report([game === "minecraft" ? crafter : PLAYER], game);
      await run();
      if ((await earned()).length > before) earning.push(game);
    }
    expect(earning).toEqual(["ark-se", "ark-sa", "minecraft", "rust"]);
  });

  test("is worth what the tier was at the report, whatever it is when it is credited", async () => {
    const { clock, grant, report, run, earned } = await setUp();
    await report();
    await grant("Gold", "2026-03-01T12:20:00Z");
    await run();
    expect(await earned()).toEqual([]);
    clock.set("2026-03-01T12:19:00Z");
    await report();
    clock.set("2026-03-01T12:21:00Z");
    await grant("Vibranium", LATER);
    await run();
    expect((await earned()).map(([, delta]) => delta)).toEqual([7]);
  });

  test("through an account that was unlinked once is none, through another one it is", async () => {
    const { app, member, grant, report, run, earned } = await setUp();
    await grant("Gold", LATER);
    await unlinkAccount(asMember(app.deps, { userId: member.id }), { platform: "steam" });
    await linkGame(app, member.id, "steam", STEAM_ID);
    expect(await report()).toMatchObject({ earning: 0 });
    await run();
    expect(await earned()).toEqual([]);
    await linkGame(app, member.id, "epic", "e".repeat(32));
    expect(await report([PLAYER, { platform: "epic", playerId: "e".repeat(32) }])).toMatchObject({
      earning: 1,
    });
    await run();
    expect(await earned()).toEqual([[member.id, 7]]);
  });

  test("reaches the feeds of the member", async () => {
    const { app, member, grant, report, run } = await setUp();
    await grant("Gold", LATER);
    const heard = await hear(app.deps.store);
    await report();
    await run();
    const events = await heard();
    expect(events).toEqual([{ type: "points.changed", userId: member.id }]);
  });

  test("of many is credited once each by two instances at work at once", async () => {
    const options = await testDatabase();
    const [east, west] = [await openForTest(options), await openForTest(options)];
    const world = await setUp({ overrides: { store: east } });
    const players = await crowd(world, 25);
    await world.report(accountsOf(players));
    await Promise.all([world.run(east), world.run(west), world.run(east), world.run(west)]);
    expect(await world.earnedByMember()).toEqual(onceEach(players));
  });

  test("is neither lost nor doubled by a crash between two members", async () => {
    const world = await setUp();
    const { store, report, run, earned, earnedByMember } = world;
    const players = await crowd(world, 25);
    await report(accountsOf(players));
    let writes = 0;
    const crashing: Store = {
      ...store,
      write: (work) =>
        store.write(async (tx) => {
          const done = await work(tx);
          writes += 1;
          if (writes >= 2) throw new Error("The power is gone.");
          return done;
        }),
    };
    expect((await rejectionOf(run(crashing))).message).toBe("The power is gone.");
    const { length } = await earned();
    expect(length).toBeGreaterThan(0);
    expect(length).toBeLessThan(25);
    await run();
    expect(await earnedByMember()).toEqual(onceEach(players));
  });

  test("that the ledger knows is not credited again, whatever the report's row says", async () => {
    const { store, grant, report, run, earned } = await setUp();
    await grant("Gold", LATER);
    await report();
    await run();
    await store.write(async (tx) => {
      await tx.update(store.tables.presence).set({ isCredited: false });
    });
    await run();
    expect(await earned()).toHaveLength(1);
  });

  test("that waited for days is credited all the same, and is forgotten two days after", async () => {
    const { app, clock, store, grant, report, run, earned } = await setUp();
    const rows = () => store.read.select().from(store.tables.presence);
    const forget = () => forgetExpiredJob(asSite(app.deps)).run(never);
    await grant("Diamond", "2026-03-02T00:00:00Z");
    await report();
    clock.advance(3 * 24 * 60 * 60_000);
    await forget();
    expect(await rows()).toHaveLength(1);
    await run();
    expect((await earned()).map(([, delta]) => delta)).toEqual([10]);
    await forget();
    expect(await rows()).toEqual([]);
  });

  test("of a full server is written down bit by bit, each member counted once, while others have their turn", async () => {
    const { app, member, stranger, grant, report, run, earnedByMember } = await setUp();
    await grant("Gold", LATER);
    await grant("Gold", LATER, stranger.id);
    await linkGame(app, member.id, "minecraft", "069a79f444e94726a5befca90e38aaf5");
    await linkGame(app, stranger.id, "epic", "e".repeat(32));
    const crowd = Array.from({ length: 200 }, (_, id) => ({
      platform: "steam",
      playerId: `${id}`,
    }));
    const done = new AbortController();
    let turns = 0;
    const others = (async () => {
      while (!done.signal.aborted) {
        await turn();
        turns += 1;
      }
    })();
    const players = [
      PLAYER,
      ...crowd,
      { platform: "epic", playerId: "e".repeat(32) },
      { platform: "minecraft", playerId: "069a79f444e94726a5befca90e38aaf5" },
    ];
    expect(await report(players)).toMatchObject({ earning: 2 });
    done.abort();
    await others;
    expect(turns).toBeGreaterThan(3);
    await run();
    expect(await earnedByMember()).toEqual([`${member.id} 7`, `${stranger.id} 7`].toSorted());
  });

  test("names at most 500 players", async () => {
    const { plugin } = await setUp();
    const players = Array.from({ length: 501 }, (_, id) => ({
      platform: "steam",
      playerId: `${id}`,
    }));
    const refused = await plugin.call("POST", "/presence", { game: "ark-se", players });
    expect(refused.status).toBe(400);
    const most = await plugin.call("POST", "/presence", {
      game: "ark-se",
      players: players.slice(1),
    });
    expect(most.status).toBe(200);
  });
});
