import { describe, expect, test } from "bun:test";
import { asc, eq } from "drizzle-orm";
import type { Store } from "#server/store/store.ts";
import { BRIDGE } from "#shared/bridge-messages.ts";
import { BRIDGE_SCOPES } from "#shared/constants/points.ts";
import type { BridgeKey } from "#shared/schemas/bridge.ts";
import { PUBLIC_URL } from "#tests/support/app.ts";
import {
  EVERY_GAME,
  bridgeCaller,
  bridgedDen,
  linkGame,
  PLAYER,
  pluginOf,
  STEAM_ID,
} from "#tests/support/bridge.ts";
import { person } from "#tests/support/people.ts";

const refusals = ({ read, tables: { audit } }: Store) =>
  read.select().from(audit).where(eq(audit.action, "bridge_key.refused")).orderBy(asc(audit.id));

const LOOKUP = `/players/steam/${STEAM_ID}`;
const transfer = (game = "ark-se") => ({
  ...PLAYER,
  game,
  points: 1,
  reason: "Kit",
  idempotencyKey: crypto.randomUUID(),
});

describe("[POINTS-12] a bridge key", () => {
  test("is shown once, kept as a hash, listed without it and written into the audit", async () => {
    const { store, clock, admin, plugin } = await bridgedDen();
    expect(plugin.key).toMatch(/^lxb_[0-9a-f]{12}_[\w-]{43}$/);
    const { bridgeKeys, audit } = store.tables;
    const rows = await store.read.select().from(bridgeKeys);
    expect(JSON.stringify(rows)).not.toContain(plugin.key.slice(20));
    const listed = await admin.ask("GET", "/api/bridge/keys");
    const text = await listed.text();
    expect(text).not.toContain(plugin.key.slice(20));
    expect(text).not.toContain(rows[0]?.hash ?? "");
    expect(JSON.parse(text)).toEqual([
      {
        id: plugin.id,
        name: "Island",
        scopes: [...BRIDGE_SCOPES],
        games: [...EVERY_GAME],
        createdBy: admin.id,
        maker: { id: admin.id, firstName: "Root", lastName: "Lynx" },
        isMakerAdmin: true,
        createdAt: clock.now().toISOString(),
        lastUsedAt: null,
        revokedAt: null,
        expiresAt: null,
        state: "active",
      },
    ]);
    const entries = await store.read.select().from(audit).where(eq(audit.subject, plugin.id));
    expect(entries).toMatchObject([
      { action: "bridge_key.created", actorId: admin.id, after: { games: EVERY_GAME.join(" ") } },
    ]);
  });

  test("that is unknown, malformed or revoked is nobody's, from the next call on", async () => {
    const { app, store, admin, plugin } = await bridgedDen();
    expect((await plugin.call("GET", LOOKUP)).status).toBe(200);
    const last = plugin.key.endsWith("A") ? "B" : "A";
    const wrong = ["lxb_", "lxb_000000000000_x", plugin.key.slice(0, -1) + last, "nonsense"];
    for (const key of wrong)
      expect(await bridgeCaller(app, key)("GET", LOOKUP)).toMatchObject({
        status: 401,
        answer: { message: BRIDGE.wantsKey },
      });
    expect((await app.request(`/api/bridge${LOOKUP}`)).status).toBe(401);

    const revoke = () => admin.ask("DELETE", `/api/bridge/keys/${plugin.id}`);
    expect([(await revoke()).status, (await revoke()).status]).toEqual([204, 204]);
    expect(await plugin.call("GET", LOOKUP)).toMatchObject({
      status: 401,
      answer: { code: "key_revoked", message: BRIDGE.keyRevoked },
    });
    const { audit } = store.tables;
    const revoked = eq(audit.action, "bridge_key.revoked");
    expect(await store.read.select().from(audit).where(revoked)).toHaveLength(1);
    expect((await admin.ask("DELETE", "/api/bridge/keys/unknown")).status).toBe(404);
  });

  test("that is refused is written down: whose it claims to be and why, and nothing of the key", async () => {
    const { app, store, clock, admin, plugin } = await bridgedDen();
    const unknown = `lxb_${"0".repeat(12)}_${"A".repeat(43)}`;
    const wrong = `lxb_${plugin.id}_${"A".repeat(43)}`;
    await bridgeCaller(app, unknown)("GET", LOOKUP);
    await bridgeCaller(app, wrong)("GET", LOOKUP);
    await plugin.call("GET", LOOKUP);
    await admin.ask("DELETE", `/api/bridge/keys/${plugin.id}`);
    await plugin.call("GET", LOOKUP);
    const entry = { actorId: null, action: "bridge_key.refused", before: null, at: clock.now() };
    const found = await refusals(store);
    expect(found).toMatchObject([
      { ...entry, subject: null, after: { reason: "unknown" } },
      { ...entry, subject: plugin.id, after: { reason: "secret" } },
      { ...entry, subject: plugin.id, after: { reason: "revoked" } },
    ]);
    expect(JSON.stringify(found)).not.toContain("AAAA");
    // Members' tokens have a sign of their own.
    await app.request("/api/Auth/me", { headers: { authorization: "Bearer nonsense" } });
    expect(await refusals(store)).toHaveLength(3);
  });

  test("that is refused floods neither the audit nor the database", async () => {
    const { app, store, clock } = await bridgedDen();
    const { limits } = store.tables;
    const guess = async (number: number, address: string) =>
      app.fetch(
        new Request(`${PUBLIC_URL}/api/bridge${LOOKUP}`, {
          headers: { authorization: `Bearer lxb_${String(number).padStart(12, "0")}_x` },
        }),
        { requestIP: () => ({ address }) },
      );
    await Promise.all(Array.from({ length: 20 }, (_, index) => guess(index, "198.51.100.7")));
    // Another address of the same network.
    await guess(20, "198.51.100.8");
    expect(await refusals(store)).toHaveLength(3);
    for (let network = 0; network < 25; network += 1)
      for (let number = 0; number < 4; number += 1) await guess(number, `203.0.${network}.1`);
    expect(await refusals(store)).toHaveLength(60);
    const counted = await store.read.select().from(limits);
    await guess(1, "192.0.2.1");
    expect(await store.read.select().from(limits)).toEqual(counted);
    clock.advance(60 * 60_000);
    await guess(1, "192.0.2.1");
    expect(await refusals(store)).toHaveLength(61);
  });

  test("that was kept outlives its maker's being an Admin, and says so", async () => {
    const { app, clock, admin, plugin } = await bridgedDen();
    clock.advance(1);
    const second = await person(app, { role: "Admin", firstName: "Second", lastName: "Cat" });
    const made = await pluginOf(app, second);
    const keys = async () =>
      (await (await admin.ask("GET", "/api/bridge/keys")).json()) as BridgeKey[];
    const maker = { id: second.id, firstName: "Second", lastName: "Cat" };
    const mine = { id: plugin.id, isMakerAdmin: true };
    expect(await keys()).toMatchObject([{ id: made.id, maker, isMakerAdmin: true }, mine]);
    const kept = { id: second.id, keptKeyIds: [made.id] };
    await admin.administration.demote.mutate(kept);
    const orphan = { id: made.id, maker, isMakerAdmin: false, state: "active" };
    expect(await keys()).toMatchObject([orphan, mine]);
    expect((await made.call("GET", LOOKUP)).status).toBe(200);
    await admin.administration.promote.mutate({ id: second.id });
    await admin.administration.deactivate.mutate(kept);
    expect(await keys()).toMatchObject([orphan, mine]);
  });

  test("without the scope is refused, call by call", async () => {
    const { app, admin } = await bridgedDen();
    const calls = [
      ["players:read", "GET", LOOKUP, undefined],
      ["points:read", "GET", `${LOOKUP}/balance`, undefined],
      ["points:spend", "POST", "/spend", transfer()],
      ["points:earn", "POST", "/earn", transfer()],
      ["presence:write", "POST", "/presence", { game: "ark-se", players: [PLAYER] }],
      [
        "votes:write",
        "POST",
        "/vote",
        { game: "ark-se", serviceName: "s", username: STEAM_ID, timestamp: 1 },
      ],
      ["deliveries:write", "GET", "/deliveries?game=ark-se", undefined],
      ["deliveries:write", "POST", "/deliveries/acknowledge", { game: "ark-se", ids: [1] }],
      ["bans:read", "GET", "/bans", undefined],
      ["bans:read", "GET", `/bans/steam/${STEAM_ID}`, undefined],
    ] as const;
    for (const [scope, method, path, body] of calls) {
      const others = BRIDGE_SCOPES.filter((one) => one !== scope);
      const lacking = await pluginOf(app, admin, { scopes: others });
      expect(await lacking.call(method, path, body)).toMatchObject({
        status: 403,
        answer: { message: BRIDGE.lacksScope },
      });
      const having = await pluginOf(app, admin, { scopes: [scope] });
      expect([401, 403]).not.toContain((await having.call(method, path, body)).status);
    }
  });

  test("of one game is refused for another, and nothing is written", async () => {
    const { app, admin, member, give, entries } = await bridgedDen();
    await give(100);
    const { call } = await pluginOf(app, admin, { games: ["minecraft"] });
    const vote = { game: "rust", serviceName: "s", username: STEAM_ID, timestamp: 1 };
    for (const answered of [
      await call("POST", "/spend", transfer()),
      await call("POST", "/earn", transfer()),
      await call("POST", "/vote", vote),
      await call("POST", "/presence", { game: "ark-sa", players: [PLAYER] }),
      await call("GET", "/deliveries?game=ark-se"),
      await call("POST", "/deliveries/acknowledge", { game: "ark-se", ids: [1] }),
    ])
      expect(answered).toMatchObject({ status: 403, answer: { message: BRIDGE.lacksGame } });
    const uuid = "069a79f444e94726a5befca90e38aaf5";
    await linkGame(app, member.id, "minecraft", uuid);
    const own = { ...transfer("minecraft"), platform: "minecraft", playerId: uuid };
    expect((await call("POST", "/spend", own)).status).toBe(200);
    expect(await entries()).toHaveLength(2);
  });

  test("opens nothing but the bridge, and a member's token does not open the bridge", async () => {
    const { app, admin, member, plugin } = await bridgedDen();
    const headers = { authorization: `Bearer ${plugin.key}` };
    for (const path of ["/api/Auth/me", "/api/userprofile/points", "/api/bridge/keys"])
      expect((await app.request(path, { headers })).status).toBe(401);
    for (const { ask } of [admin, member])
      expect((await ask("GET", `/api/bridge${LOOKUP}`)).status).toBe(401);
    expect((await member.ask("POST", "/api/bridge/keys", {})).status).toBe(403);
  });

  test("says when it was last used, to ten minutes", async () => {
    const { clock, admin, plugin } = await bridgedDen();
    const lastUsed = async () => {
      const [key] = (await (await admin.ask("GET", "/api/bridge/keys")).json()) as {
        lastUsedAt: string;
      }[];
      return key?.lastUsedAt;
    };
    const first = clock.now().toISOString();
    await plugin.call("GET", LOOKUP);
    clock.advance(9 * 60_000);
    await plugin.call("GET", LOOKUP);
    expect(await lastUsed()).toBe(first);
    clock.advance(60_000);
    await plugin.call("GET", LOOKUP);
    expect(await lastUsed()).toBe(clock.now().toISOString());
  });

  test("is found by words of its name or by its id, and by how it stands", async () => {
    const { admin, clock, plugin } = await bridgedDen();
    const make = async (name: string, expiresAt: string | null = null) => {
      const form = { name, scopes: [...BRIDGE_SCOPES], games: [...EVERY_GAME], expiresAt };
      return (await admin.bridge.makeKey.mutate(form)).id;
    };
    const soon = new Date(clock.now().getTime() + 60_000).toISOString();
    const ended = await make("Crafty Élan", soon);
    const revoked = await make("Island two");
    await admin.bridge.revokeKey.mutate({ id: revoked });
    clock.advance(61_000);
    const found = async (input: Parameters<typeof admin.bridge.keys.query>[0]) =>
      (await admin.bridge.keys.query(input)).items.map(({ id }) => id).toSorted();
    expect(await found({})).toEqual([plugin.id, ended, revoked].toSorted());
    expect(await found({ search: "ISLAND" })).toEqual([plugin.id, revoked].toSorted());
    expect(await found({ search: "two isl" })).toEqual([revoked]);
    expect(await found({ search: "elan" })).toEqual([ended]);
    expect(await found({ search: plugin.id })).toEqual([plugin.id]);
    expect(await found({ search: "?!" })).toEqual([]);
    expect(await found({ state: "active" })).toEqual([plugin.id]);
    expect(await found({ state: "expired" })).toEqual([ended]);
    expect(await found({ state: "revoked", search: "island" })).toEqual([revoked]);
  });

  test("must name scopes and games", async () => {
    const { admin } = await bridgedDen();
    const good = { name: "Craft", scopes: ["points:read"], games: ["minecraft"] };
    for (const [change, field] of [
      [{ name: " " }, "name"],
      [{ scopes: [] }, "scopes"],
      [{ games: ["chess"] }, "games"],
    ] as const) {
      const refused = await admin.ask("POST", "/api/bridge/keys", { ...good, ...change });
      expect(refused.status).toBe(400);
      expect(await refused.text()).toContain(field);
    }
    expect((await admin.ask("POST", "/api/bridge/keys", good)).status).toBe(201);
  });
});

test("the document says how plugins sign in, and which scope a call needs", async () => {
  const { app } = await bridgedDen();
  const document = (await (await app.request("/api/openapi.json")).json()) as {
    paths: Record<string, Record<string, { security: unknown; responses: object }>>;
    components: object;
  };
  const spend = document.paths["/api/bridge/spend"]?.["post"];
  expect(spend?.security).toEqual([{ bridgeKey: [] }]);
  expect(JSON.stringify(spend?.responses)).toContain("points:spend");
  expect(document.components).toHaveProperty("securitySchemes.bridgeKey.scheme", "bearer");
  const paths = Object.keys(document.paths).filter((path) => path.startsWith("/api/bridge/"));
  expect(paths).toHaveLength(12);
});
