import type { BridgeCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { BRIDGE } from "#shared/bridge-messages.ts";
import type { GamePlatform } from "#shared/constants/accounts.ts";
import { type BridgeGame, knowsPlatform } from "#shared/constants/points.ts";

/**
 * @param platform of the player, where there is one.
 * @throws {AppError} `forbidden` where the key does not speak for that game, or where the game's
 *   players are not known by accounts of that platform.
 */
export const assertGame = (
  { actor }: BridgeCtx,
  game: BridgeGame,
  platform?: GamePlatform,
): void => {
  if (!actor.games.includes(game)) throw new AppError("key_game", BRIDGE.lacksGame);
  if (platform !== undefined && !knowsPlatform(game, platform))
    throw new AppError("key_platform", BRIDGE.wrongPlatform);
};

/** @throws {AppError} `forbidden` where none of the key's games knows players by that platform. */
export const assertPlatform = ({ actor }: BridgeCtx, platform: GamePlatform): void => {
  if (!actor.games.some((game) => knowsPlatform(game, platform)))
    throw new AppError("key_platform", BRIDGE.lacksPlatform);
};

/** @throws {AppError} `not_found` where a server is named that the community has not configured. */
export const assertServer = (
  { config }: BridgeCtx,
  game: BridgeGame,
  server: string | undefined,
): void => {
  const isKnown = config.community.servers.some((one) => one.key === server && one.game === game);
  if (server !== undefined && !isKnown) throw new AppError("server_unknown", BRIDGE.unknownServer);
};
