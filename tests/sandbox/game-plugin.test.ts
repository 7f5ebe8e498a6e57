import { describe, expect, test } from "bun:test";
import { startSandbox } from "#sandbox/sandbox.ts";
import { makeBridgeSecret } from "#server/auth/secrets.ts";
import { creditPresence, queueDelivery } from "#server/modules/bridge/index.ts";
import { indexMember } from "#server/modules/members/index.ts";
import { grantTier } from "#server/modules/orders/index.ts";
import { readBalance } from "#server/modules/points/index.ts";
import type { Store } from "#server/store/store.ts";
import { BRIDGE_SCOPES } from "#shared/constants/points.ts";
import { addUser } from "#tests/support/accounts.ts";
import { EVERY_GAME } from "#tests/support/bridge.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { asSite, systemIn } from "#tests/support/context.ts";
import { listeningSite } from "#tests/support/http-site.ts";

const PLAYER = { game: "ark-se", platform: "steam", playerId: "76561198000104211" } as const;

const sandbox = async () => {
  const world = await startSandbox();
  afterThisTest(() => world.stop());
  const ask = async (path = "", body?: unknown) => {
    const response = await fetch(`${world.url}/plugin${path}`, {
      ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
    });
    return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
  };
  return { world, ask };
};

/** A key as an Admin would make it. */
const addKey = async (store: Store, createdBy: string, createdAt: Date) => {
  const { id, key, hash } = makeBridgeSecret();
  const row = { id, hash, name: "Sandbox", scopes: BRIDGE_SCOPES, games: EVERY_GAME };
  await store.write(async (tx) => {
    await tx.insert(store.tables.bridgeKeys).values({ ...row, createdBy, createdAt });
  });
  return key;
};

describe("the sandbox's game plugin", () => {
  test("plays, earns, votes, spends and hands out over the wire", async () => {
    const { world, ask } = await sandbox();
    const { url, deps } = await listeningSite();
    const { store, clock } = deps;
    const userId = await addUser(store, clock);
    const account = { platform: "steam", externalId: PLAYER.playerId } as const;
    const link = { userId, ...account, name: "MorganVale", imageUrl: null, linkedAt: clock.now() };
    await systemIn(store, clock).write(async (tx) => {
      await tx.insert(store.tables.links).values(link);
      await indexMember(tx, userId);
      const kit = { userId, game: "ark-se", payload: { item: "Kit" }, reference: "a" } as const;
      await queueDelivery(tx, kit);
    });
    const until = new Date(clock.now().getTime() + 86_400_000);
    await grantTier(asSite(deps), { userId, tier: "Vibranium", until });
    world.plugin.connect({ url, key: await addKey(store, userId, clock.now()) });

    expect(await ask("/join", PLAYER)).toMatchObject({ status: 200, answer: { earning: 1 } });
    expect((await ask()).answer).toMatchObject({ isConnected: true, playing: [PLAYER] });
    await creditPresence(asSite(deps), new AbortController().signal);
    expect(await readBalance(store.read, userId)).toBe(15);
    expect(await ask("/leave", PLAYER)).toMatchObject({ status: 200, answer: [] });
    expect(await ask("/earn", PLAYER)).toMatchObject({ status: 200, answer: { balance: 40 } });
    expect(await ask("/vote", PLAYER)).toMatchObject({ status: 200, answer: { balance: 90 } });
    expect(await ask("/spend", PLAYER)).toMatchObject({ status: 409 });
    const spent = await ask("/spend", { ...PLAYER, points: 90 });
    expect(spent).toMatchObject({ status: 200, answer: { balance: 0 } });
    expect((await ask("/deliver", { game: "ark-se" })).answer["items"]).toHaveLength(1);
    expect((await ask("/deliver", { game: "ark-se" })).answer["items"]).toEqual([]);
  });

  test("says what is wrong: without a key, with a site that is not there, of malformed requests", async () => {
    const { world, ask } = await sandbox();
    expect((await ask("/spend", PLAYER)).status).toBe(503);
    world.plugin.connect({ url: "http://127.0.0.1:1", key: "lxb_" });
    expect((await ask("/spend", PLAYER)).status).toBe(502);
    expect((await ask("/spend", { ...PLAYER, game: "Chess!" })).status).toBe(400);
    expect((await ask("/fly", PLAYER)).status).toBe(404);
    expect((await ask("/spend")).status).toBe(405);
  });

  test("has its control on the sandbox's page", async () => {
    const { world } = await sandbox();
    const page = await (await fetch(world.url)).text();
    for (const action of ["join", "leave", "spend", "earn", "vote", "deliver"])
      expect(page).toContain(`data-plugin="${action}"`);
  });
});
