import { describe, expect, test } from "bun:test";
import { asc, eq, inArray } from "drizzle-orm";
import exampleCommunity from "#community.toml" with { type: "text" };
import { communitySchema } from "#server/config/community.ts";
import { watchKeys } from "#server/modules/bridge/index.ts";
import { queueDelivery } from "#server/modules/bridge/index.ts";
import type { Store } from "#server/store/store.ts";
import { BRIDGE } from "#shared/bridge-messages.ts";
import { LIMITS } from "#shared/constants/limits.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";
import type { BridgeKey, Delivery } from "#shared/schemas/bridge.ts";
import { testApp, type TestApp, withLimits } from "#tests/support/app.ts";
import {
  EVERY_GAME,
  bridgeCaller,
  bridgedDen,
  linkGame,
  PLAYER,
  pluginOf,
  STEAM_ID,
} from "#tests/support/bridge.ts";
import { systemIn, asSite } from "#tests/support/context.ts";
import { person } from "#tests/support/people.ts";
import { signedIn } from "#tests/support/sign-in.ts";
import { openForTest, testDatabase } from "#tests/support/store.ts";

const UUID = "069a79f444e94726a5befca90e38aaf5";
const CRAFTER = { platform: "minecraft", playerId: UUID } as const;

const transfer = (given: Record<string, unknown> = {}) => ({
  ...PLAYER,
  game: "ark-se",
  points: 10,
  reason: "Kit",
  idempotencyKey: crypto.randomUUID(),
  ...given,
});
const vote = (given: Record<string, unknown> = {}) => ({
  game: "ark-se",
  serviceName: "ark-servers.example",
  username: STEAM_ID,
  timestamp: 1,
  ...given,
});

const auditOf = ({ read, tables: { audit } }: Store, subject: string) =>
  read.select().from(audit).where(eq(audit.subject, subject)).orderBy(asc(audit.id));
/** What the Admins were told by the site itself, oldest first. */
const newsOf = async ({ read, tables: { notifications: t } }: Store) =>
  await read
    .select({ subject: t.subject, message: t.message })
    .from(t)
    .where(inArray(t.subject, [BRIDGE.unusualSubject, BRIDGE.expirySubject]))
    .orderBy(asc(t.id));

describe("a key reaches the platforms of its games alone", () => {
  test("a key for Minecraft reads nobody by their Steam id, and takes and gives nothing there", async () => {
    const { app, admin, member, give, entries } = await bridgedDen();
    await linkGame(app, member.id, "minecraft", UUID);
    await give(100);
    const { call } = await pluginOf(app, admin, { games: ["minecraft"] });
    const game = "minecraft";
    const beyond = [
      await call("GET", `/players/steam/${STEAM_ID}`),
      await call("GET", `/players/steam/${STEAM_ID}/balance`),
      await call("POST", "/spend", transfer({ game })),
      await call("POST", "/earn", transfer({ game })),
      await call("POST", "/vote", vote({ game, platform: "steam" })),
    ];
    for (const answered of beyond)
      expect(answered).toMatchObject({ status: 403, answer: { code: "key_platform" } });
    expect(await entries()).toHaveLength(1);
    const own = [
      await call("GET", `/players/minecraft/${UUID}`),
      await call("POST", "/spend", transfer({ game, ...CRAFTER })),
    ];
    for (const { status } of own) expect(status).toBe(200);
  });

  test("a presence report for one game names nobody by a platform of another", async () => {
    const { plugin, grant } = await bridgedDen();
    await grant("Gold", "2026-06-01T00:00:00Z");
    const report = { game: "minecraft", players: [PLAYER] };
    const { answer } = await plugin.call("POST", "/presence", report);
    expect(answer).toMatchObject({
      accepted: 0,
      earning: 0,
      refused: [{ index: 0, playerId: STEAM_ID, code: "key_platform" }],
    });
  });

  test("a delivery shows a member's accounts of its game, and no others", async () => {
    const { app, store, clock, member, plugin } = await bridgedDen();
    await linkGame(app, member.id, "minecraft", UUID);
    await systemIn(store, clock).write((tx) =>
      queueDelivery(tx, {
        userId: member.id,
        game: "minecraft",
        payload: {},
        reference: "order:1",
      }),
    );
    const { answer } = await plugin.call("GET", "/deliveries?game=minecraft");
    expect((answer["items"] as Delivery[])[0]?.players).toEqual([CRAFTER]);
  });

  test("a platform that there is not, and a member whom nobody is, are told apart", async () => {
    const { plugin } = await bridgedDen();
    const unknown = await plugin.call("GET", "/players/xbox/1");
    expect(unknown).toMatchObject({ status: 404, answer: { code: "platform_unknown" } });
    const nobody = await plugin.call("GET", "/players/steam/1");
    expect(nobody).toMatchObject({ status: 404, answer: { code: "member_unknown" } });
  });
});

describe("spending", () => {
  test("a stolen key cannot empty a member within the hour", async () => {
    const { clock, plugin, give, entries } = await bridgedDen({
      adjust: withLimits({ spendPointsByMember: 50 }),
    });
    await give(200);
    const take = (points: number) => plugin.call("POST", "/spend", transfer({ points }));
    expect(await take(51)).toMatchObject({ status: 400, answer: { code: "spend_too_large" } });
    const answers = await Promise.all(Array.from({ length: 10 }, () => take(10)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
    expect((await entries()).at(-1)?.balance).toBe(150);
    clock.advance(15 * MINUTE_MS);
    expect((await take(50)).status).toBe(200);
  });

  test("a stolen key cannot empty many members within the hour, nor by many small calls", async () => {
    const { app, stranger, plugin, give } = await bridgedDen({
      adjust: withLimits({ spendPointsByKey: 50, spendCallsByMember: 3 }),
    });
    await linkGame(app, stranger.id, "steam", "76561198000000002");
    await give(100);
    await give(100, stranger.id);
    const statusOf = async (given: object) =>
      (await plugin.call("POST", "/spend", transfer({ ...given }))).status;
    const other = { playerId: "76561198000000002" };
    expect(await statusOf({ points: 40 })).toBe(200);
    expect(await statusOf({ ...other, points: 11 })).toBe(429);
    for (const status of [200, 200, 200, 429])
      expect(await statusOf({ ...other, points: 1 })).toBe(status);
  });

  test("a key cannot call more often than it may, and a repeat counts for nothing", async () => {
    const { plugin, give } = await bridgedDen({ adjust: withLimits({ spendCallsByKey: 2 }) });
    await give(100);
    const body = transfer();
    for (const isRepeat of [false, true, true])
      expect((await plugin.call("POST", "/spend", body)).answer).toMatchObject({ isRepeat });
    expect((await plugin.call("POST", "/spend", transfer())).status).toBe(200);
    expect((await plugin.call("POST", "/spend", transfer())).status).toBe(429);
    expect((await plugin.call("POST", "/spend", body)).status).toBe(200);
  });

  test("a key that spends unusually much does not go unnoticed, and is told of once a day", async () => {
    const { store, clock, plugin, give } = await bridgedDen({
      adjust: withLimits({ usualSpendingByKey: 50 }),
    });
    await give(1000);
    const take = (points: number) => plugin.call("POST", "/spend", transfer({ points }));
    await take(50);
    expect(await newsOf(store)).toEqual([]);
    expect((await take(1)).status).toBe(200);
    await take(60);
    expect(await newsOf(store)).toEqual([
      { subject: BRIDGE.unusualSubject, message: BRIDGE.unusualText("Island", "50", "15 minutes") },
    ]);
    clock.advance(DAY_MS);
    await take(51);
    expect(await newsOf(store)).toHaveLength(2);
    const actions = (await auditOf(store, plugin.id)).map(({ action }) => action);
    expect(actions.filter((action) => action === "bridge_key.spending_unusual")).toHaveLength(2);
  });

  test("how much may be spent is the community's to say", () => {
    const { limits: own } = communitySchema.parse({
      ...Bun.TOML.parse(exampleCommunity),
      limits: { spend_points_by_member: { max: 5, minutes: 1 } },
    });
    expect(own.spendPointsByMember).toEqual({ max: 5, windowMs: 60_000 });
    expect(own.spendPointsByKey).toEqual(LIMITS.spendPointsByKey);
  });
});

const expiring = async (afterMs: number) => {
  const world = await bridgedDen();
  const { app, admin, clock } = world;
  const expiresAt = new Date(clock.now().getTime() + afterMs).toISOString();
  const body = { name: "Event", scopes: ["players:read"], games: EVERY_GAME, expiresAt };
  const made = await admin.ask("POST", "/api/bridge/keys", body);
  expect(made.status).toBe(201);
  const { id, key } = (await made.json()) as { id: string; key: string };
  const look = async () => await bridgeCaller(app, key)("GET", `/players/steam/${STEAM_ID}`);
  const keys = async () =>
    (await (await admin.ask("GET", "/api/bridge/keys")).json()) as BridgeKey[];
  const shown = async () => (await keys()).find((one) => one.id === id);
  const watch = () => watchKeys(asSite(app.deps));
  return { ...world, id, expiresAt, look, shown, watch };
};

describe("a key that has expired", () => {
  test("opens nothing from its end on, and says why", async () => {
    const { store, clock, id, expiresAt, look, shown, watch } = await expiring(HOUR_MS);
    clock.advance(HOUR_MS - 1);
    expect((await look()).status).toBe(200);
    expect(await shown()).toMatchObject({ expiresAt, state: "active" });
    clock.advance(1);
    const refused = { status: 401, answer: { code: "key_expired", message: BRIDGE.keyExpired } };
    expect(await look()).toMatchObject(refused);
    expect(await shown()).toMatchObject({ state: "expired", revokedAt: null });
    await watch();
    await watch();
    expect(await look()).toMatchObject(refused);
    expect(await shown()).toMatchObject({ state: "expired" });
    const entries = await auditOf(store, id);
    expect(entries.map(({ action }) => action)).toEqual([
      "bridge_key.created",
      "bridge_key.refused",
      "bridge_key.expired",
      "bridge_key.refused",
    ]);
    expect(entries[1]?.after).toEqual({ reason: "expired" });
  });

  test("was announced a week before, once", async () => {
    const { store, clock, expiresAt, watch } = await expiring(10 * DAY_MS);
    await watch();
    expect(await newsOf(store)).toEqual([]);
    clock.advance(3 * DAY_MS);
    await watch();
    await watch();
    expect(await newsOf(store)).toEqual([
      {
        subject: BRIDGE.expirySubject,
        message: BRIDGE.expiryText("Event", expiresAt.slice(0, 10)),
      },
    ]);
  });

  test("cannot be made", async () => {
    const { admin, clock } = await bridgedDen();
    const body = { name: "Event", scopes: ["players:read"], games: ["rust"] };
    const expiresAt = clock.now().toISOString();
    const refused = await admin.ask("POST", "/api/bridge/keys", { ...body, expiresAt });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ message: BRIDGE.expiryPast });
  });
});

const twoAdmins = async (options: Parameters<typeof bridgedDen>[0] = {}) => {
  const world = await bridgedDen(options);
  const second = await person(world.app, { role: "Admin" });
  const [first, other] = [await pluginOf(world.app, second), await pluginOf(world.app, second)];
  const look = async ({ call }: typeof first) =>
    (await call("GET", `/players/steam/${STEAM_ID}`)).status;
  return { ...world, second, first, other, look };
};

describe("an Admin who is none any more", () => {
  test("keeps no key after a demotion over REST, whatever the request asks for", async () => {
    const { store, admin, second, first, other, plugin, look } = await twoAdmins();
    const asked = await admin.ask("POST", `/api/userprofile/demote/${second.id}`, {
      keptKeyIds: [first.id],
    });
    expect(asked.status).toBe(200);
    expect([await look(first), await look(other), await look(plugin)]).toEqual([401, 401, 200]);
    const entries = await auditOf(store, first.id);
    expect(entries.filter(({ action }) => action === "bridge_key.revoked")).toMatchObject([
      { actorId: admin.id, after: { reason: "makerDemoted" } },
    ]);
  });

  test("keeps of their keys only those that another Admin keeps by name", async () => {
    const { store, admin, second, first, other, plugin, look } = await twoAdmins();
    const keptKeyIds = [first.id, plugin.id, "unknown"];
    await admin.administration.demote.mutate({ id: second.id, keptKeyIds });
    expect([await look(first), await look(other), await look(plugin)]).toEqual([200, 401, 200]);
    expect((await auditOf(store, first.id)).at(-1)).toMatchObject({
      action: "bridge_key.kept",
      actorId: admin.id,
      after: { reason: "makerDemoted" },
    });
    expect((await auditOf(store, plugin.id)).map(({ action }) => action)).toEqual([
      "bridge_key.created",
    ]);
  });

  test("keeps none by giving up the role themself", async () => {
    const { store, second, first, other, look } = await twoAdmins();
    const keptKeyIds = [first.id, other.id];
    await second.administration.demote.mutate({ id: second.id, keptKeyIds });
    expect([await look(first), await look(other)]).toEqual([401, 401]);
    expect(await auditOf(store, first.id)).toContainEqual(
      expect.objectContaining({
        action: "bridge_key.revoked",
        actorId: second.id,
        after: { reason: "makerDemoted" },
      }),
    );
  });

  test("keeps none when their account is deactivated, nor when they close it themselves", async () => {
    const { admin, second, first, app, look } = await twoAdmins();
    const third = await person(app, { role: "Admin" });
    const theirs = await pluginOf(app, third);
    await admin.administration.deactivate.mutate({ id: second.id });
    expect(await look(first)).toBe(401);
    expect((await third.ask("PUT", "/api/Auth/deactivate-account")).status).toBe(200);
    expect(await look(theirs)).toBe(401);
    await admin.administration.reactivate.mutate({ id: second.id });
    expect(await look(first)).toBe(401);
  });

  test("opens nothing at another instance either, from the moment of the demotion", async () => {
    const options = await testDatabase();
    const [east, west] = [await openForTest(options), await openForTest(options)];
    const { admin, second, first, other, look } = await twoAdmins({ overrides: { store: east } });
    const elsewhere = await testApp({ overrides: { store: west } });
    const atWest = async (key: string) =>
      (await bridgeCaller(elsewhere, key)("GET", `/players/steam/${STEAM_ID}`)).status;
    expect([await atWest(first.key), await look(other)]).toEqual([200, 200]);
    await admin.administration.demote.mutate({ id: second.id, keptKeyIds: [other.id] });
    expect([await atWest(first.key), await atWest(other.key)]).toEqual([401, 200]);
    const late = await second.ask("POST", "/api/bridge/keys", {
      name: "Late",
      scopes: ["players:read"],
      games: ["rust"],
    });
    expect(late.status).toBe(403);
  });

  test("hides no key of theirs from who is asked about it", async () => {
    const { app, second, first, other, plugin, member } = await twoAdmins();
    const listed = async (asking: Parameters<TestApp["request"]>[1]) =>
      await app.request(
        `/api/trpc/bridge.keysOf?input=${encodeURIComponent(JSON.stringify({ id: second.id }))}`,
        asking,
      );
    const headers = { authorization: `Bearer ${plugin.key}` };
    expect((await listed({ headers })).status).toBe(401);
    expect((await member.ask("GET", "/api/bridge/keys")).status).toBe(403);
    const admin = await signedIn(app, { role: "Admin" });
    const answer = (await (await listed({ headers: admin.headers })).json()) as {
      result: { data: BridgeKey[] };
    };
    const ids = answer.result.data.map(({ id }) => id);
    expect(ids.toSorted()).toEqual([first.id, other.id].toSorted());
    expect(JSON.stringify(answer)).not.toContain(first.key.slice(20));
  });
});
