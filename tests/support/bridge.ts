import { indexMember } from "#server/modules/members/index.ts";
import { grantTier } from "#server/modules/orders/index.ts";
import { creditPoints } from "#server/modules/points/index.ts";
import type { GamePlatform } from "#shared/constants/accounts.ts";
import { BRIDGE_SCOPES, type BridgeScope } from "#shared/constants/points.ts";
import type { MadeBridgeKey } from "#shared/schemas/bridge.ts";
import type { TestApp } from "./app.ts";
import { asSite, systemIn } from "./context.ts";
import { appWithPeople, type TestPerson } from "./people.ts";

/** Links an account of a game to a member, as if it had been proven. */
export const linkGame = async (
  { deps: { store, clock } }: TestApp,
  userId: string,
  platform: GamePlatform,
  externalId: string,
  name = "Lynx",
): Promise<void> => {
  const row = { userId, platform, externalId, name, imageUrl: null, linkedAt: clock.now() };
  await systemIn(store).write(async (tx) => {
    await tx.insert(store.tables.links).values(row);
    await indexMember(tx, userId);
  });
};

/** One request to a row of the bridge, with a key. */
export const bridgeCaller =
  (app: TestApp, key: string) => async (method: "GET" | "POST", path: string, body?: unknown) => {
    const response = await app.request(`/api/bridge${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    return { status: response.status, answer };
  };

/** The games of the example community. */
export const EVERY_GAME = [
  "ark-se",
  "ark-sa",
  "eco",
  "minecraft",
  "empyrion",
  "palworld",
  "rust",
] as const;

/** A key that an Admin makes, and what its plugin asks with it. */
export const pluginOf = async (
  app: TestApp,
  admin: TestPerson,
  given: { scopes?: readonly BridgeScope[]; games?: readonly string[] } = {},
) => {
  const { scopes = BRIDGE_SCOPES, games = EVERY_GAME } = given;
  const made = await admin.ask("POST", "/api/bridge/keys", { name: "Island", scopes, games });
  const { id, key } = (await made.json()) as MadeBridgeKey;
  return { id, key, call: bridgeCaller(app, key) };
};

/** The member's account on Steam. */
export const STEAM_ID = "76561198000000001";
export const PLAYER = { platform: "steam", playerId: STEAM_ID } as const;

/** A den whose member plays by Steam, and a plugin that may do everything. */
export const bridgedDen = async (options: Parameters<typeof appWithPeople>[0] = {}) => {
  const world = await appWithPeople(options);
  const { app, member, admin, store } = world;
  await linkGame(app, member.id, "steam", STEAM_ID, "MorganVale");
  const { pointEntries } = store.tables;
  let gifts = 0;
  return {
    ...world,
    plugin: await pluginOf(app, admin),
    /** What stands in the ledger, oldest first. */
    entries: () => store.read.select().from(pointEntries).orderBy(pointEntries.id),
    give: (delta: number, userId = member.id) =>
      creditPoints(asSite(app.deps), {
        userId,
        kind: "purchase",
        delta,
        reason: "Bought",
        reference: `gift:${(gifts += 1)}`,
        actorId: null,
      }),
    grant: (tier: string, until: string, userId = member.id) =>
      grantTier(asSite(app.deps), { userId, tier, until: new Date(until) }),
  };
};
