import { and, asc, eq, gt, inArray, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { type BridgeGrant, grantsOf, hashOf, stateOfKey } from "#server/auth/secrets.ts";
import type { BridgeCtx, Ctx, Tx } from "#server/context/context.ts";
import { DELIVERIES_MAX, type KeyState } from "#shared/constants/points.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { gameOf } from "#shared/rules/community.ts";
import type {
  Acknowledgement,
  DeliveryInput,
  DeliveryList,
  PlayerAccount,
} from "#shared/schemas/bridge.ts";
import { assertGame, assertServer } from "./players.ts";

export { addPlayTime, creditPresence, forgetPlayWeeks, forgetPresence } from "./presence.ts";
export { forgetPlayer } from "./players.ts";
export { revokeKeysOf, watchKeys } from "./keys.ts";

type NewDelivery = {
  userId: string;
  game: string;
  /** The key of the configured server that alone may hand it out; any of the game without it. */
  server?: string | undefined;
  /** JSON, as the game's plugin understands it. */
  payload: unknown;
  /** What it is for; with one that was used before nothing happens. */
  reference: string;
};

/** Leaves, in the caller's transaction, something for a game server to hand out. */
export const queueDelivery = async (tx: Tx, delivery: NewDelivery): Promise<void> => {
  await tx
    .insert(tx.tables.deliveries)
    .values({ ...delivery, createdAt: tx.clock.now(), isDone: false })
    .onConflictDoNothing();
};

/**
 * Withholds, in the caller's transaction, what no game server has handed out yet, or has it handed
 * out after all.
 * @param given.references what the deliveries are for.
 */
export const withholdDeliveries = async (
  tx: Tx,
  { references, isWithheld }: { references: readonly string[]; isWithheld: boolean },
): Promise<void> => {
  if (references.length === 0) return;
  const { deliveries: t } = tx.tables;
  await tx
    .update(t)
    .set({ isDone: isWithheld })
    .where(and(inArray(t.reference, [...references]), isNull(t.acknowledgedAt)));
};

/** By which accounts the servers of a game know some members. */
const accountsOf = async (
  { read: reader, config }: BridgeCtx,
  game: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, PlayerAccount[]>> => {
  const { links } = reader.tables;
  const accounts = new Map<string, PlayerAccount[]>();
  const { platforms } = gameOf(config.community.games, game);
  if (userIds.length === 0 || platforms.length === 0) return accounts;
  const { userId, platform, externalId } = links;
  const rows = await reader
    .select({ userId, platform, externalId })
    .from(links)
    .where(and(inArray(userId, [...userIds]), inArray(platform, platforms)))
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
  const accounts = await accountsOf(ctx, game, [...new Set(items.map((row) => row.userId))]);
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

/**
 * Takes note that deliveries were handed out; saying so again changes nothing. Nothing is deleted.
 * @returns the ids of those that are done now, without those that there are not, or that are for
 *   another game or server.
 * @throws {AppError} `forbidden` for another game, `not_found` for a server that is none of its.
 */
export const acknowledgeDeliveries = async (
  ctx: BridgeCtx,
  { game, server, ids }: Acknowledgement,
): Promise<{ ids: number[] }> => {
  const { clock, actor } = ctx;
  assertGame(ctx, game);
  assertServer(ctx, game, server);
  const { deliveries: t } = ctx.tables;
  const isTheirs = or(isNull(t.server), server === undefined ? undefined : eq(t.server, server));
  const areMeant = and(inArray(t.id, ids), eq(t.game, game), isTheirs);
  return ctx.write(async (tx) => {
    // Also what was withheld since it was fetched: it is not to be handed out after all.
    await tx
      .update(t)
      .set({ isDone: true, acknowledgedAt: clock.now(), acknowledgedBy: actor.keyId })
      .where(and(areMeant, isNull(t.acknowledgedAt)));
    const done = await tx.select({ id: t.id }).from(t).where(areMeant).orderBy(asc(t.id));
    return { ids: done.map(({ id }) => id) };
  });
};

/** Moves when somebody played, and what waits for them in games, in the caller's transaction. */
export const movePlayer = async (
  tx: Tx,
  { from, to }: { from: string; to: string },
): Promise<void> => {
  const { presence, playWeeks, deliveries } = tx.tables;
  // Of a quarter in which both played, one counts.
  for (const row of await tx.delete(presence).where(eq(presence.userId, from)).returning())
    await tx
      .insert(presence)
      .values({ ...row, userId: to })
      .onConflictDoNothing();
  for (const row of await tx.delete(playWeeks).where(eq(playWeeks.userId, from)).returning()) {
    const { userId, week, game, server } = playWeeks;
    await tx
      .insert(playWeeks)
      .values({ ...row, userId: to })
      .onConflictDoUpdate({
        target: [userId, week, game, server],
        set: {
          quarters: sql`${playWeeks.quarters} + ${row.quarters}`,
          points: sql`${playWeeks.points} + ${row.points}`,
        },
      });
  }
  await tx.update(deliveries).set({ userId: to }).where(eq(deliveries.userId, from));
};

/** How exact it is known when a key was last used: not every call is to write. */
const USE_GRAIN_MS = 10 * MINUTE_MS;

/**
 * What this key grants, and that it was used now.
 * @returns why it is refused: null for one that there is not.
 */
export const findBridgeGrant = async (
  { tables, read, write, clock }: Ctx,
  key: string,
): Promise<{ grant: BridgeGrant } | { refused: Exclude<KeyState, "active"> | null }> => {
  const { bridgeKeys: t } = tables;
  const isIt = eq(t.hash, hashOf(key));
  const { id, scopes, games, lastUsedAt, revokedAt, expiresAt } = t;
  const [found] = await read
    .select({ id, scopes, games, lastUsedAt, revokedAt, expiresAt })
    .from(t)
    .where(isIt);
  if (found === undefined) return { refused: null };
  const now = clock.now();
  const state = stateOfKey(found, now);
  if (state !== "active") return { refused: state };
  const longAgo = new Date(now.getTime() - USE_GRAIN_MS);
  if (found.lastUsedAt === null || found.lastUsedAt <= longAgo)
    await write(async (tx) => {
      const isDue = or(isNull(t.lastUsedAt), lte(t.lastUsedAt, longAgo));
      await tx
        .update(t)
        .set({ lastUsedAt: now })
        .where(and(isIt, isNull(t.revokedAt), isDue));
    });
  return { grant: { keyId: found.id, ...grantsOf(found) } };
};
