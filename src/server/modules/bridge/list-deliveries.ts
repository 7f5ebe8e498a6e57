import { and, asc, eq, gt, inArray } from "drizzle-orm";
import { GAME_PLATFORMS, type GamePlatform } from "#shared/constants/accounts.ts";
import { DELIVERIES_MAX } from "#shared/constants/points.ts";
import type { DeliveryInput, DeliveryList, PlayerAccount } from "#shared/schemas/bridge.ts";
import type { BridgeContext } from "#server/context.ts";
import type { Store } from "#server/store/store.ts";
import { assertGame } from "./access.ts";

const isGamePlatform = (platform: string): platform is GamePlatform =>
  (GAME_PLATFORMS as readonly string[]).includes(platform);

/** By which accounts game servers know some members. */
const accountsOf = async (
  { read, tables: { links } }: Store,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, PlayerAccount[]>> => {
  const accounts = new Map<string, PlayerAccount[]>();
  if (userIds.length === 0) return accounts;
  const { userId, platform, externalId } = links;
  const rows = await read
    .select({ userId, platform, externalId })
    .from(links)
    .where(inArray(userId, [...userIds]))
    .orderBy(asc(userId), asc(platform));
  for (const { userId, platform, externalId } of rows) {
    if (!isGamePlatform(platform)) continue;
    const known = accounts.get(userId) ?? [];
    accounts.set(userId, [...known, { platform, playerId: externalId }]);
  }
  return accounts;
};

/**
 * What waits to be handed out in a game, oldest first. It comes again with every call until it is
 * acknowledged, so that nothing is lost where a server stops half-way.
 * @throws {AppError} `forbidden` for another game.
 */
export const listDeliveries = async (
  ctx: BridgeContext,
  { game, after = 0 }: DeliveryInput,
): Promise<DeliveryList> => {
  assertGame(ctx, game);
  const { store } = ctx;
  const { deliveries: t } = store.tables;
  const rows = await store.read
    .select({ id: t.id, userId: t.userId, payload: t.payload, createdAt: t.createdAt })
    .from(t)
    .where(and(eq(t.game, game), eq(t.isDone, false), gt(t.id, after)))
    .orderBy(asc(t.id))
    .limit(DELIVERIES_MAX + 1);
  const items = rows.slice(0, DELIVERIES_MAX);
  const accounts = await accountsOf(store, [...new Set(items.map((row) => row.userId))]);
  return {
    items: items.map((row) => ({
      ...row,
      game,
      players: accounts.get(row.userId) ?? [],
      createdAt: row.createdAt.toISOString(),
    })),
    next: rows.length > DELIVERIES_MAX ? (items.at(-1)?.id ?? null) : null,
  };
};
