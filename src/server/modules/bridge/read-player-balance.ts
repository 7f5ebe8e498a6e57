import type { BridgeCtx } from "#server/context/context.ts";
import { readBalance } from "#server/modules/points/index.ts";
import type { PlayerAccount } from "#shared/schemas/bridge.ts";
import { assertPlatform } from "./access.ts";
import { loadPlayer } from "./load.ts";

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
