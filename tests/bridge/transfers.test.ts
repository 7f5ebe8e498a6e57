import { describe, expect, test } from "bun:test";
import { unlinkAccount } from "#server/modules/links/index.ts";
import { BRIDGE } from "#shared/bridge-messages.ts";
import { MESSAGES } from "#shared/messages.ts";
import { POINTS } from "#shared/points-messages.ts";
import { testApp, withLimits } from "#tests/support/app.ts";
import {
  bridgeCaller,
  bridgedDen,
  linkGame,
  PLAYER,
  pluginOf,
  STEAM_ID,
} from "#tests/support/bridge.ts";
import { asMember } from "#tests/support/context.ts";
import { openForTest, testDatabase } from "#tests/support/store.ts";

const transfer = (given: Record<string, unknown> = {}) => ({
  ...PLAYER,
  game: "ark-se",
  points: 10,
  reason: "Rex saddle",
  idempotencyKey: crypto.randomUUID(),
  ...given,
});

describe("a player", () => {
  test("is known by each platform's id, with tier and balance, and without a name or address of the member", async () => {
    const { app, member, plugin, give, grant } = await bridgedDen();
    const uuid = "069a79f444e94726a5befca90e38aaf5";
    await linkGame(app, member.id, "minecraft", uuid, "Steve");
    await linkGame(app, member.id, "epic", "0123456789abcdef0123456789abcdef", "epic lynx");
    await give(120);
    await grant("Diamond", "2026-06-01T00:00:00Z");
    const known = { userId: member.id, tier: "Diamond", isEligible: true };
    for (const [path, name] of [
      [`steam/${STEAM_ID}`, "MorganVale"],
      [`minecraft/${uuid}`, "Steve"],
      ["minecraft/069A79F4-44E9-4726-A5BE-FCA90E38AAF5", "Steve"],
      ["epic/0123456789abcdef0123456789abcdef", "epic lynx"],
    ] as const) {
      expect(await plugin.call("GET", `/players/${path}`)).toEqual({
        status: 200,
        answer: { ...known, name },
      });
      const balance = await plugin.call("GET", `/players/${path}/balance`);
      expect(balance).toEqual({ status: 200, answer: { balance: 120 } });
    }
  });

  test("whom nobody has linked, or whose account is closed, is unknown", async () => {
    const { app, store, plugin } = await bridgedDen();
    const unknown = { status: 404, answer: { message: BRIDGE.unknownPlayer } };
    expect(await plugin.call("GET", "/players/steam/1")).toMatchObject(unknown);
    expect((await plugin.call("GET", "/players/discord/1")).status).toBe(404);
    const { users } = store.tables;
    const closed = { deactivatedAt: app.clock.now(), deactivatedBy: "owner" } as const;
    await store.write(async (tx) => {
      await tx.update(users).set(closed);
    });
    expect(await plugin.call("GET", `/players/steam/${STEAM_ID}`)).toMatchObject(unknown);
    expect(await plugin.call("POST", "/spend", transfer())).toMatchObject(unknown);
    expect(await plugin.call("POST", "/earn", transfer())).toMatchObject(unknown);
  });
});

describe("spending", () => {
  test("a hundred at once of a balance that allows ten leave exactly ten", async () => {
    const { plugin, give, entries } = await bridgedDen();
    await give(100);
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => plugin.call("POST", "/spend", transfer())),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 409)).toHaveLength(90);
    const spent = (await entries()).slice(1);
    expect(spent.map(({ balance }) => balance)).toEqual([90, 80, 70, 60, 50, 40, 30, 20, 10, 0]);
    expect(spent.every((row) => row.kind === "spend" && row.actorId === null)).toBe(true);
  });

  test("a hundred at once, told to two instances, leave exactly ten as well", async () => {
    const options = await testDatabase();
    const east = await bridgedDen({ overrides: { store: await openForTest(options) } });
    const west = await testApp({ overrides: { store: await openForTest(options) } });
    await east.give(100);
    const calls = [east.plugin.call, bridgeCaller(west, east.plugin.key)];
    const bodies = Array.from({ length: 50 }, () => transfer());
    const answers = await Promise.all(
      bodies.flatMap((body) => calls.map((call) => call("POST", "/spend", body))),
    );
    // Each was told to both: ten keys were spent, and both instances know of it.
    const spent = answers.filter(({ status }) => status === 200).map(({ answer }) => answer);
    expect(new Set(spent.map(({ entryId }) => entryId)).size).toBe(10);
    expect(answers.filter(({ status }) => ![200, 409].includes(status))).toEqual([]);
    expect((await east.entries()).at(-1)).toMatchObject({ id: expect.any(Number), balance: 0 });
  });

  test("the same key twice, and at once, is one entry and one answer; another plugin's is its own", async () => {
    const { app, admin, plugin, give, entries } = await bridgedDen();
    await give(100);
    const body = transfer();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => plugin.call("POST", "/spend", body)),
    );
    // PostgreSQL gives no number twice, nor that of an attempt which ran again.
    const [, spent, ...more] = await entries();
    expect(more).toEqual([]);
    const said = { entryId: spent?.id, delta: -10, balance: 90 };
    for (const { status, answer } of answers) {
      expect(status).toBe(200);
      expect(answer).toMatchObject(said);
    }
    expect(answers.filter(({ answer }) => answer["isRepeat"] === false)).toHaveLength(1);
    const other = await pluginOf(app, admin);
    const { answer } = await other.call("POST", "/spend", body);
    expect(answer).toMatchObject({ balance: 80, isRepeat: false });
  });

  test("a key that was used for something else is refused", async () => {
    const { app, stranger, plugin, give, entries } = await bridgedDen();
    await give(100);
    await linkGame(app, stranger.id, "steam", "76561198000000002");
    await give(100, stranger.id);
    const body = transfer();
    expect((await plugin.call("POST", "/spend", body)).status).toBe(200);
    const refused = { status: 409, answer: { message: POINTS.usedReference } };
    expect(await plugin.call("POST", "/spend", { ...body, points: 11 })).toMatchObject(refused);
    // Else the second of two things at one price would cost nothing.
    expect(await plugin.call("POST", "/spend", { ...body, reason: "Tek rifle" })).toMatchObject(
      refused,
    );
    expect(await plugin.call("POST", "/earn", body)).toMatchObject(refused);
    const another = { ...body, playerId: "76561198000000002" };
    expect(await plugin.call("POST", "/spend", another)).toMatchObject(refused);
    expect(await entries()).toHaveLength(3);
  });

  test("[POINTS-02, POINTS-09] more than there is, and by whoever owes points, is refused", async () => {
    const { plugin, give, entries } = await bridgedDen();
    const refused = { status: 409, answer: { message: POINTS.tooFew } };
    expect(await plugin.call("POST", "/spend", transfer())).toMatchObject(refused);
    await give(9);
    expect(await plugin.call("POST", "/spend", transfer())).toMatchObject(refused);
    await give(-20);
    expect(await plugin.call("POST", "/spend", transfer({ points: 1 }))).toMatchObject(refused);
    expect(await entries()).toHaveLength(2);
  });

  test("what is malformed is refused by its field", async () => {
    const { plugin, give } = await bridgedDen();
    await give(100);
    for (const [change, field] of [
      [{ points: 0 }, "points"],
      [{ points: -5 }, "points"],
      [{ points: 1.5 }, "points"],
      [{ points: "10" }, "points"],
      [{ reason: "" }, "reason"],
      [{ reason: "x".repeat(201) }, "reason"],
      [{ idempotencyKey: undefined }, "idempotencyKey"],
      [{ idempotencyKey: "short" }, "idempotencyKey"],
      [{ platform: "discord" }, "platform"],
      [{ game: "chess" }, "game"],
      [{ playerId: "a b" }, "playerId"],
    ] as const) {
      const { status, answer } = await plugin.call("POST", "/spend", transfer(change));
      expect(status).toBe(400);
      expect(String(answer["message"])).toContain(field);
    }
  });
});

describe("earning", () => {
  test("is a line of the ledger with its reason, once per key", async () => {
    const { member, plugin, entries } = await bridgedDen();
    const body = transfer({ reason: "Won the boss fight" });
    const first = await plugin.call("POST", "/earn", body);
    expect(first.answer).toEqual({ entryId: 1, delta: 10, balance: 10, isRepeat: false });
    const again = await plugin.call("POST", "/earn", body);
    expect(again.answer).toEqual({ ...first.answer, isRepeat: true });
    expect(await entries()).toMatchObject([
      {
        userId: member.id,
        kind: "play",
        delta: 10,
        reason: "Won the boss fight",
        reference: `bridge:${plugin.id}:${body.idempotencyKey}`,
        actorId: null,
      },
    ]);
  });

  test("stays within the community's limits, and a repeat does not count", async () => {
    const adjust = withLimits({ playPointsByMember: 100 });
    const { app, clock, stranger, plugin, entries } = await bridgedDen({ adjust });
    const tooMuch = await plugin.call("POST", "/earn", transfer({ points: 101 }));
    expect(tooMuch).toMatchObject({ status: 400, answer: { message: BRIDGE.tooGenerous } });
    const body = transfer({ points: 60 });
    for (const status of [200, 200, 200])
      expect((await plugin.call("POST", "/earn", body)).status).toBe(status);
    const refused = await plugin.call("POST", "/earn", transfer({ points: 41 }));
    expect(refused).toMatchObject({ status: 429, answer: { message: MESSAGES.tooManyAttempts } });
    expect((await plugin.call("POST", "/earn", transfer({ points: 40 }))).status).toBe(200);
    expect((await plugin.call("POST", "/earn", transfer({ points: 1 }))).status).toBe(429);
    await linkGame(app, stranger.id, "steam", "2");
    expect((await plugin.call("POST", "/earn", transfer({ playerId: "2" }))).status).toBe(200);
    expect((await entries()).map(({ delta }) => delta)).toEqual([60, 40, 10]);
    clock.advance(900_000);
    expect((await plugin.call("POST", "/earn", transfer({ points: 100 }))).status).toBe(200);
  });
});

test("[LINK-06] a retired account earns nothing on any path, linked again by whomever; what is there can be spent", async () => {
  const { app, member, stranger, plugin, give, grant, entries } = await bridgedDen();
  const retire = (userId: string) =>
    unlinkAccount(asMember(app.deps, { userId }), { platform: "steam" });
  await grant("Gold", "2026-06-01T00:00:00Z");
  await grant("Gold", "2026-06-01T00:00:00Z", stranger.id);
  await give(10, stranger.id);
  await retire(member.id);
  const vote = { game: "ark-se", serviceName: "s", username: STEAM_ID, timestamp: 1 };
  const everyPath = async (status: number, message: string) => {
    const refused = { status, answer: { message } };
    expect(await plugin.call("POST", "/earn", transfer())).toMatchObject(refused);
    expect(await plugin.call("POST", "/vote", vote)).toMatchObject({
      status: 409,
      answer: { code: "account_retired", message: BRIDGE.retired },
    });
    const { answer } = await plugin.call("POST", "/presence", { game: "rust", players: [PLAYER] });
    expect(answer).toMatchObject({ earning: 0 });
  };
  await everyPath(404, BRIDGE.unknownPlayer);
  await linkGame(app, stranger.id, "steam", STEAM_ID);
  await everyPath(409, BRIDGE.retired);
  const looked = await plugin.call("GET", `/players/steam/${STEAM_ID}`);
  expect(looked.answer).toMatchObject({ userId: stranger.id, isEligible: false });
  expect((await plugin.call("POST", "/spend", transfer())).status).toBe(200);
  expect((await entries()).map(({ delta }) => delta)).toEqual([10, -10]);
});
