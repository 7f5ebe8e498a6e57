import { BRIDGE } from "#shared/messages.ts";
import type { PlayerAccount } from "#shared/schemas/bridge.ts";
import type { BridgeContext } from "#server/context.ts";
import { refusal } from "#server/errors.ts";
import { findPlayers } from "#server/modules/links/index.ts";
import type { Reader } from "#server/store/store.ts";

/**
 * The member who has linked this account, whether it earns points or not.
 * @throws {AppError} `not_found` for nobody.
 */
export const loadPlayer = async (ctx: BridgeContext, reader: Reader, account: PlayerAccount) => {
  const [player] = await findPlayers(ctx, reader, [account]);
  if (player === undefined) throw refusal("member_unknown", BRIDGE.unknownPlayer);
  return player;
};
