import type { BridgeReader } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { findPlayers } from "#server/modules/links/index.ts";
import { BRIDGE } from "#shared/bridge-messages.ts";
import type { PlayerAccount } from "#shared/schemas/bridge.ts";

/**
 * The member who has linked this account, whether it earns points or not.
 * @throws {AppError} `not_found` for nobody.
 */
export const loadPlayer = async (reader: BridgeReader, account: PlayerAccount) => {
  const [player] = await findPlayers(reader, [account]);
  if (player === undefined) throw new AppError("member_unknown", BRIDGE.unknownPlayer);
  return player;
};
