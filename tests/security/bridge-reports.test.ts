import { describe, expect, test } from "bun:test";
import { keepProof } from "#server/auth/proofs.ts";
import { communitySchema } from "#server/config/community.ts";
import { forgetExpiredJob } from "#server/jobs/housekeeping.ts";
import { queueDelivery } from "#server/modules/bridge/index.ts";
import { linkAccount, unlinkAccount } from "#server/modules/links/index.ts";
import { BRIDGE } from "#shared/bridge-messages.ts";
import type { GamePlatform } from "#shared/constants/accounts.ts";
import { DAY_MS, HOUR_MS } from "#shared/constants/time.ts";
import type { Delivery } from "#shared/schemas/bridge.ts";
import { type TestApp, withLimits } from "#tests/support/app.ts";
import { bridgedDen, PLAYER, STEAM_ID } from "#tests/support/bridge.ts";
import { asMember, asSite, systemIn } from "#tests/support/context.ts";

const UUID = "069a79f444e94726a5befca90e38aaf5";
const never = new AbortController().signal;

const vote = (given: Record<string, unknown> = {}) => ({
  game: "ark-se",
  serviceName: "ark-servers.example",
  username: STEAM_ID,
  timestamp: 1,
  ...given,
});

describe("a presence report", () => {
  test("one bad line costs nobody else their quarter of an hour, and is named", async () => {
    const { plugin, grant } = await bridgedDen();
    await grant("Gold", "2026-06-01T00:00:00Z");
    const players = [
      { platform: "steam", playerId: "no id" },
      PLAYER,
      { platform: "xbox", playerId: "1" },
      null,
      "x",
      { Platform: "steam", PlayerId: "76561198000000009" },
      { platform: "steam" },
    ];
    const { status, answer } = await plugin.call("POST", "/presence", { game: "ark-se", players });
    expect(status).toBe(200);
    const bad = { code: "bad_request", message: BRIDGE.badLine };
    expect(answer).toMatchObject({
      accepted: 2,
      earning: 1,
      refused: [
        { index: 0, playerId: "no id", ...bad },
        { index: 2, playerId: "1", code: "platform_unknown", message: BRIDGE.unknownPlatform },
        { index: 3, playerId: null, ...bad },
        { index: 4, playerId: null, ...bad },
        { index: 6, playerId: null, ...bad },
      ],
    });
  });
});

/** The member proves and links an account, as through its window. */
const link = async (
  { deps, clock }: TestApp,
  userId: string,
  account: { platform: GamePlatform; externalId: string; name: string },
) => {
  const secret = crypto.randomUUID();
  const { store } = deps;
  await systemIn(store, clock).write((tx) =>
    keepProof(tx, { browserSecret: secret, ...account, imageUrl: null }),
  );
  const { platform, externalId } = account;
  await linkAccount(asMember(deps, { userId, secret }), { platform, externalId });
};

const craftVote = (given: Record<string, unknown> = {}) =>
  vote({ game: "minecraft", username: "lynx_99", ...given });

describe("[POINTS-13] the vote of a player who has not linked", () => {
  const GAMER = { platform: "minecraft", externalId: UUID, name: "Lynx_99" } as const;

  test("is kept once however often it is told, and credited once when they link", async () => {
    const { app, store, clock, member, plugin, entries } = await bridgedDen();
    const first = await plugin.call("POST", "/vote", craftVote());
    const keptUntil = new Date(clock.now().getTime() + 30 * DAY_MS).toISOString();
    expect(first).toEqual({
      status: 200,
      answer: { state: "kept", points: 50, keptUntil, isRepeat: false },
    });
    const again = await Promise.all(
      Array.from({ length: 3 }, () => plugin.call("POST", "/vote", craftVote())),
    );
    for (const { answer } of again) expect(answer).toEqual({ ...first.answer, isRepeat: true });
    clock.advance(1);
    const byId = craftVote({ username: "Renamed", uuid: UUID, serviceName: "top.example" });
    expect((await plugin.call("POST", "/vote", byId)).answer).toMatchObject({ state: "kept" });
    expect(JSON.stringify(await store.read.select().from(store.tables.keptVotes))).not.toContain(
      UUID,
    );
    await link(app, member.id, GAMER);
    const credited = { userId: member.id, kind: "vote", delta: 50 };
    expect(await entries()).toMatchObject([
      { ...credited, reason: "Vote on ark-servers.example" },
      { ...credited, reason: "Vote on top.example" },
    ]);
    // Told once more, and linked once more, it is what it was.
    const late = await plugin.call("POST", "/vote", craftVote());
    expect(late.answer).toMatchObject({ state: "credited", isRepeat: true });
    await link(app, member.id, GAMER);
    expect(await entries()).toHaveLength(2);
    expect(await store.read.select().from(store.tables.keptVotes)).toEqual([]);
  });

  test("is refused where its time holds what no database can keep", async () => {
    const { store, plugin } = await bridgedDen();
    for (const timestamp of ["\0", "1\0", "1\n"])
      expect(await plugin.call("POST", "/vote", craftVote({ timestamp }))).toMatchObject({
        status: 400,
        answer: { code: "bad_request" },
      });
    expect(await store.read.select().from(store.tables.keptVotes)).toEqual([]);
  });

  test("cannot be cast twice in twelve hours, which is 409 and says when", async () => {
    const { clock, plugin } = await bridgedDen();
    const cast = (timestamp: number, username = ".Steve99") =>
      plugin.call("POST", "/vote", craftVote({ timestamp, username }));
    expect((await cast(1)).status).toBe(200);
    const soon = { status: 409, answer: { code: "vote_too_soon", message: BRIDGE.votedAlready } };
    expect(await cast(2)).toMatchObject(soon);
    const mine = (timestamp: number) => plugin.call("POST", "/vote", vote({ timestamp }));
    expect((await mine(1)).status).toBe(200);
    expect(await mine(2)).toMatchObject(soon);
    clock.advance(12 * HOUR_MS);
    expect([(await cast(3)).status, (await mine(3)).status]).toEqual([200, 200]);
  });

  test("cannot be cast twice by linking in between", async () => {
    const { app, clock, member, plugin, entries } = await bridgedDen();
    const cast = async (timestamp: number) =>
      (await plugin.call("POST", "/vote", craftVote({ timestamp }))).status;
    expect(await cast(1)).toBe(200);
    clock.advance(HOUR_MS);
    await link(app, member.id, GAMER);
    expect(await cast(2)).toBe(409);
    clock.advance(11 * HOUR_MS);
    expect(await cast(3)).toBe(200);
    expect(await entries()).toHaveLength(2);
  });

  test("counts among the votes of a day, so that linking adds none to them", async () => {
    const { app, member, plugin } = await bridgedDen({ adjust: withLimits({ votesByMember: 2 }) });
    const cast = async (site: number) =>
      (await plugin.call("POST", "/vote", craftVote({ serviceName: `site-${site}.example` })))
        .status;
    expect([await cast(1), await cast(2)]).toEqual([200, 200]);
    await link(app, member.id, GAMER);
    expect(await cast(3)).toBe(429);
  });

  test("cannot be more in a day than a member's, whichever name it is cast by", async () => {
    const { app, clock, member, plugin, entries } = await bridgedDen({
      adjust: withLimits({ votesByMember: 2 }),
    });
    const cast = async (site: number, given: Record<string, unknown> = {}) => {
      clock.advance(1);
      const told = craftVote({ serviceName: `site-${site}.example`, ...given });
      return (await plugin.call("POST", "/vote", told)).status;
    };
    expect([await cast(1), await cast(2), await cast(3)]).toEqual([200, 200, 429]);
    // By an id whose name nobody tells it is another voter, until the account is linked.
    const byId = { uuid: UUID, username: UUID };
    expect([await cast(3, byId), await cast(4, byId), await cast(5, byId)]).toEqual([
      200, 200, 429,
    ]);
    clock.advance(DAY_MS);
    expect(await cast(6)).toBe(200);
    await link(app, member.id, GAMER);
    expect((await entries()).map(({ reason }) => reason)).toEqual([
      "Vote on site-1.example",
      "Vote on site-2.example",
      "Vote on site-6.example",
    ]);
    expect([await cast(7), await cast(8)]).toEqual([200, 429]);
  });

  test("is one vote by name and by id, where both are told or the account is linked", async () => {
    const { app, member, plugin, entries } = await bridgedDen();
    const cast = async (given: Record<string, unknown>) =>
      (await plugin.call("POST", "/vote", craftVote(given))).status;
    expect(await cast({ timestamp: 1 })).toBe(200);
    expect(await cast({ timestamp: 2, uuid: UUID })).toBe(409);
    const other = { serviceName: "top.example" };
    expect(await cast({ ...other, timestamp: 1, uuid: UUID })).toBe(200);
    expect(await cast({ ...other, timestamp: 2 })).toBe(409);
    // Nobody can tell yet that these two are one.
    expect(await cast({ timestamp: 3, uuid: UUID, username: UUID })).toBe(200);
    await link(app, member.id, GAMER);
    expect((await entries()).map(({ reason }) => reason)).toEqual([
      "Vote on ark-servers.example",
      "Vote on top.example",
    ]);
  });

  test("is nobody's where it is cast by a name with dashes in it", async () => {
    const { app, clock, member, plugin, entries } = await bridgedDen();
    await link(app, member.id, GAMER);
    const cast = async (username: string) =>
      (await plugin.call("POST", "/vote", craftVote({ username, timestamp: username }))).answer;
    expect(await cast("lynx_99")).toMatchObject({ state: "credited" });
    for (const username of ["lynx-_99", "-l-y-n-x-_99"])
      expect(await cast(username)).toMatchObject({ state: "kept" });
    clock.advance(DAY_MS);
    await link(app, member.id, GAMER);
    expect(await entries()).toHaveLength(1);
  });

  test("neither counts beside one by another account of theirs, nor lets the next one count sooner", async () => {
    const { app, clock, member, plugin, entries } = await bridgedDen();
    const EPIC = { platform: "epic", externalId: "0123456789abcdef0123456789abcdef" } as const;
    const cast = async (timestamp: number, given: Record<string, unknown> = {}) =>
      (await plugin.call("POST", "/vote", vote({ timestamp, ...given }))).status;
    expect(await cast(1, { platform: "epic", username: EPIC.externalId })).toBe(200);
    clock.advance(10 * HOUR_MS);
    expect(await cast(2)).toBe(200);
    clock.advance(HOUR_MS);
    await link(app, member.id, { ...EPIC, name: "Lynx" });
    expect(await entries()).toHaveLength(1);
    clock.advance(10 * HOUR_MS);
    expect(await cast(3)).toBe(409);
    clock.advance(HOUR_MS);
    expect(await cast(4)).toBe(200);
  });

  test("earns nothing after 30 days, and is gone then", async () => {
    const { app, store, clock, member, plugin, entries } = await bridgedDen();
    await plugin.call("POST", "/vote", craftVote());
    clock.advance(30 * DAY_MS);
    await link(app, member.id, GAMER);
    expect(await entries()).toEqual([]);
    await plugin.call("POST", "/vote", craftVote({ username: "somebody", timestamp: 2 }));
    clock.advance(30 * DAY_MS);
    await forgetExpiredJob(asSite(app.deps)).run(never);
    expect(await store.read.select().from(store.tables.keptVotes)).toEqual([]);
  });

  test("earns nothing through an account that was unlinked once, by whomever", async () => {
    const { app, member, stranger, plugin, entries } = await bridgedDen();
    await link(app, member.id, GAMER);
    await unlinkAccount(asMember(app.deps, { userId: member.id }), { platform: "minecraft" });
    const byId = await plugin.call("POST", "/vote", craftVote({ uuid: UUID }));
    expect(byId).toMatchObject({ status: 409, answer: { code: "account_retired" } });
    // By a name alone nobody can tell.
    expect((await plugin.call("POST", "/vote", craftVote())).answer).toMatchObject({
      state: "kept",
    });
    await link(app, stranger.id, GAMER);
    expect(await entries()).toEqual([]);
  });

  test("cannot fill the database: so many for a player, and so many by a key", async () => {
    const { plugin } = await bridgedDen({
      adjust: withLimits({ keptVotesByKey: 62, votesByMember: 100 }),
    });
    const statuses: number[] = [];
    for (let site = 0; site < 61; site += 1) {
      const cast = craftVote({ serviceName: `site-${site}.example` });
      statuses.push((await plugin.call("POST", "/vote", cast)).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 200), 409]);
    const others = ["one", "two", "three"].map((username) => craftVote({ username }));
    const answers = [];
    for (const cast of others) answers.push((await plugin.call("POST", "/vote", cast)).status);
    expect(answers).toEqual([200, 200, 429]);
  });
});

const setUp = async () => {
  const world = await bridgedDen();
  const { app, store, clock, member, plugin } = world;
  const [island, other] = app.deps.config.community.servers
    .filter(({ game }) => game === "ark-se")
    .map(({ key }) => key);
  if (island === undefined || other === undefined) throw new Error("Two servers are needed.");
  for (const server of [undefined, island, other])
    await systemIn(store, clock).write((tx) =>
      queueDelivery(tx, {
        userId: member.id,
        game: "ark-se",
        payload: {},
        reference: `order:${server ?? "any"}`,
        server,
      }),
    );
  const seen = async (query = "") => {
    const { answer } = await plugin.call("GET", `/deliveries?game=ark-se${query}`);
    return (answer["items"] as Delivery[]).map(({ server }) => server);
  };
  return { ...world, island, other, seen };
};

describe("a delivery for one server", () => {
  test("is neither shown to another server nor acknowledged by it", async () => {
    const { plugin, island, other, seen } = await setUp();
    expect(await seen()).toEqual([null]);
    expect(await seen(`&server=${island}`)).toEqual([null, island]);
    expect(await seen(`&server=${other}`)).toEqual([null, other]);
    const acknowledge = async (server?: string) => {
      const body = { game: "ark-se", ids: [1, 2], ...(server !== undefined && { server }) };
      return (await plugin.call("POST", "/deliveries/acknowledge", body)).answer["ids"];
    };
    expect(await acknowledge(other)).toEqual([1]);
    expect(await acknowledge()).toEqual([1]);
    expect(await seen(`&server=${island}`)).toEqual([island]);
    expect(await acknowledge(island)).toEqual([1, 2]);
    expect(await seen(`&server=${island}`)).toEqual([]);
  });

  test("a server that is none of the game's is told so", async () => {
    const { plugin } = await setUp();
    for (const server of ["nowhere", "eco"])
      expect(await plugin.call("GET", `/deliveries?game=ark-se&server=${server}`)).toMatchObject({
        status: 404,
        answer: { code: "server_unknown", message: BRIDGE.unknownServer },
      });
  });

  test("cannot be configured for a server that there is not", async () => {
    const file = Bun.TOML.parse(await Bun.file("community.toml").text()) as Record<string, object>;
    const withServer = (server: string) => ({
      ...file,
      shop: { packages: [{ id: 1, deliveries: [{ game: "ark-se", give: "kit", server }] }] },
    });
    const { island } = await setUp();
    expect(communitySchema.safeParse(withServer(island)).success).toBe(true);
    const refused = communitySchema.safeParse(withServer("nowhere"));
    expect(refused.error?.issues[0]?.message).toContain("nowhere");
  });
});
