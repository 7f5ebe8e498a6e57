import { and, asc, eq, gt, inArray, isNull, type SQL } from "drizzle-orm";
import type { BridgeCtx } from "#server/context/context.ts";
import type { Reader } from "#server/store/store.ts";
import { type BridgeGame, DELIVERIES_MAX, PLATFORMS_OF_GAME } from "#shared/constants/points.ts";
import type { DeliveryInput, DeliveryList, PlayerAccount } from "#shared/schemas/bridge.ts";
import { assertGame, assertServer } from "./access.ts";

/** By which accounts the servers of a game know some members. */
const accountsOf = async (
  reader: Reader,
  game: BridgeGame,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, PlayerAccount[]>> => {
  const { links } = reader.tables;
  const accounts = new Map<string, PlayerAccount[]>();
  if (userIds.length === 0) return accounts;
  const { userId, platform, externalId } = links;
  const rows = await reader
    .select({ userId, platform, externalId })
    .from(links)
    .where(and(inArray(userId, [...userIds]), inArray(platform, [...PLATFORMS_OF_GAME[game]])))
    .orderBy(asc(userId), asc(platform));
  for (const { userId, platform, externalId } of rows) {
    // Not of a game, which the query leaves out already.
    if (platform === "discord") continue;
    const known = accounts.get(userId) ?? [];
    accounts.set(userId, [...known, { platform, playerId: externalId }]);
  }
  return accounts;
};

/**
 * What waits to be handed out in a game by any server, and by the one that asks, oldest first. It
 * comes again with every call until it is acknowledged, so that nothing is lost where a server stops
 * half-way.
 * @throws {AppError} `forbidden` for another game, `not_found` for a server that is none of its.
 */
export const listDeliveries = async (
  ctx: BridgeCtx,
  { game, server, after = 0 }: DeliveryInput,
): Promise<DeliveryList> => {
  assertGame(ctx, game);
  assertServer(ctx, game, server);
  const { deliveries: t } = ctx.tables;
  const isDue = and(eq(t.game, game), eq(t.isDone, false), gt(t.id, after));
  const columns = {
    id: t.id,
    userId: t.userId,
    payload: t.payload,
    server: t.server,
    createdAt: t.createdAt,
  };
  // One look-up each along the index: what waits for other servers is not walked through.
  const dueFor = (isMeant: SQL) =>
    ctx.read
      .select(columns)
      .from(t)
      .where(and(isDue, isMeant))
      .orderBy(asc(t.id))
      .limit(DELIVERIES_MAX + 1);
  const forAny = await dueFor(isNull(t.server));
  const forIt = server === undefined ? [] : await dueFor(eq(t.server, server));
  const rows = [...forAny, ...forIt].toSorted((a, b) => a.id - b.id);
  const items = rows.slice(0, DELIVERIES_MAX);
  const accounts = await accountsOf(ctx.read, game, [...new Set(items.map((row) => row.userId))]);
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
