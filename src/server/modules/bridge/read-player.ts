import type { BridgeCtx } from "#server/context/context.ts";
import { readTiers } from "#server/modules/members/index.ts";
import { tierOf } from "#shared/rules/membership.ts";
import type { BridgePlayer, PlayerAccount } from "#shared/schemas/bridge.ts";
import { assertPlatform } from "./access.ts";
import { loadPlayer } from "./load.ts";

/**
 * Who a player is, as far as a game server needs to know.
 * @throws {AppError} `forbidden` for a platform of no game of the key, `not_found` where nobody has
 *   linked the account.
 */
export const readPlayer = async (ctx: BridgeCtx, account: PlayerAccount): Promise<BridgePlayer> => {
  assertPlatform(ctx, account.platform);
  const { read } = ctx;
  const { userId, name, isEligible } = await loadPlayer(read, account);
  const tiers = await readTiers(read, [userId]);
  return { userId, name, isEligible, tier: tierOf(tiers.get(userId)) };
};
