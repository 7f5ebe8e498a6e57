import { eq } from "drizzle-orm";
import type { BridgeReader, BridgeCtx, Tx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { findPlayers } from "#server/modules/links/index.ts";
import { readTiers } from "#server/modules/members/index.ts";
import { readBalance } from "#server/modules/points/index.ts";
import { BRIDGE } from "#shared/bridge-messages.ts";
import { tierIn } from "#shared/rules/tiers.ts";
import type { PlayerAccount, BridgePlayer } from "#shared/schemas/bridge.ts";
import { assertPlatform } from "./access.ts";

/**
 * The member who has linked this account, whether it earns points or not.
 * @throws {AppError} `not_found` for nobody.
 */
export const loadPlayer = async (reader: BridgeReader, account: PlayerAccount) => {
  const [player] = await findPlayers(reader, [account]);
  if (player === undefined) throw new AppError("member_unknown", BRIDGE.unknownPlayer);
  return player;
};

/**
 * Who a player is, as far as a game server needs to know.
 * @throws {AppError} `forbidden` for a platform of no game of the key, `not_found` where nobody has
 *   linked the account.
 */
export const readPlayer = async (ctx: BridgeCtx, account: PlayerAccount): Promise<BridgePlayer> => {
  assertPlatform(ctx, account.platform);
  const { read, config } = ctx;
  const { userId, name, isEligible } = await loadPlayer(read, account);
  const tiers = await readTiers(read, [userId]);
  return { userId, name, isEligible, tier: tierIn(config.community.tiers, tiers.get(userId)) };
};

/**
 * A player's points.
 * @throws {AppError} `forbidden` for a platform of no game of the key, `not_found` where nobody has
 *   linked the account.
 */
export const readPlayerBalance = async (
  ctx: BridgeCtx,
  account: PlayerAccount,
): Promise<{ balance: number }> => {
  assertPlatform(ctx, account.platform);
  const { userId } = await loadPlayer(ctx.read, account);
  return { balance: await readBalance(ctx.read, userId) };
};

/**
 * Removes, in the caller's transaction, when and where somebody has played, and what waits for them:
 * without their links no game server could hand it out.
 */
export const forgetPlayer = async (tx: Tx, userId: string): Promise<void> => {
  const { presence, playWeeks, deliveries } = tx.tables;
  await tx.delete(presence).where(eq(presence.userId, userId));
  await tx.delete(playWeeks).where(eq(playWeeks.userId, userId));
  await tx.delete(deliveries).where(eq(deliveries.userId, userId));
};
