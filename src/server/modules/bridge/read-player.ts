import { tierOf } from "#shared/rules/membership.ts";
import type { BridgePlayer, PlayerAccount } from "#shared/schemas/bridge.ts";
import type { BridgeContext } from "#server/context.ts";
import { readTiers } from "#server/modules/members/index.ts";
import { assertPlatform } from "./access.ts";
import { loadPlayer } from "./load.ts";

/**
 * Who a player is, as far as a game server needs to know.
 * @throws {AppError} `forbidden` for a platform of no game of the key, `not_found` where nobody has
 *   linked the account.
 */
export const readPlayer = async (
  ctx: BridgeContext,
  account: PlayerAccount,
): Promise<BridgePlayer> => {
  assertPlatform(ctx, account.platform);
  const { read } = ctx.store;
  const { userId, name, isEligible } = await loadPlayer(ctx, read, account);
  const tiers = await readTiers(ctx, read, [userId]);
  return { userId, name, isEligible, tier: tierOf(tiers.get(userId)) };
};
