import type { PlayerAccount } from "#shared/schemas/bridge.ts";
import type { BridgeContext } from "#server/context.ts";
import { readBalance } from "#server/modules/points/index.ts";
import { assertPlatform } from "./access.ts";
import { loadPlayer } from "./load.ts";

/**
 * A player's points.
 * @throws {AppError} `forbidden` for a platform of no game of the key, `not_found` where nobody has
 *   linked the account.
 */
export const readPlayerBalance = async (
  ctx: BridgeContext,
  account: PlayerAccount,
): Promise<{ balance: number }> => {
  assertPlatform(ctx, account.platform);
  const { store } = ctx;
  const { userId } = await loadPlayer(ctx, store.read, account);
  return { balance: await readBalance(store, store.read, userId) };
};
