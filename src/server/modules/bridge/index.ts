import { eq, sql, and, isNull, lte, or } from "drizzle-orm";
import { type BridgeGrant, grantsOf, stateOfKey } from "#server/auth/bridge-keys.ts";
import { hashOf } from "#server/auth/secrets.ts";
import type { Tx, Ctx } from "#server/context/context.ts";
import type { KeyState } from "#shared/constants/points.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";

export { creditPresence, forgetPresence } from "./credit-presence.ts";
export { forgetPlayer } from "./players.ts";
export { addPlayTime, forgetPlayWeeks } from "./play-weeks.ts";
export { revokeKeysOf } from "./revoke-keys.ts";
export { watchKeys } from "./watch-keys.ts";
export { queueDelivery, withholdDeliveries } from "./deliveries.ts";

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
