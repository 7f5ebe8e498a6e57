import type { BridgeCtx } from "#server/context/context.ts";
import { AppError, wrongInput } from "#server/core/errors.ts";
import { BRIDGE } from "#shared/bridge-messages.ts";
import type { GamePlatform } from "#shared/constants/accounts.ts";
import { gameOf } from "#shared/rules/games.ts";

/** Whether the game's servers know players by accounts of that platform. */
export const knowsPlatform = (
  { config }: Pick<BridgeCtx, "config">,
  game: string,
  platform: GamePlatform,
): boolean => gameOf(config.community.games, game).platforms.includes(platform);

/**
 * @param platform of the player, where there is one.
 * @throws {AppError} `bad_request` for a game that there is not; `forbidden` where the key does not
 *   speak for it, or where its players are not known by accounts of that platform.
 */
export const assertGame = (ctx: BridgeCtx, game: string, platform?: GamePlatform): void => {
  const known = ctx.config.community.games.map(({ key }) => key);
  if (!known.includes(game)) throw wrongInput(BRIDGE.unknownGame(known), ["game"]);
  if (!ctx.actor.games.includes(game)) throw new AppError("key_game", BRIDGE.lacksGame);
  if (platform !== undefined && !knowsPlatform(ctx, game, platform))
    throw new AppError("key_platform", BRIDGE.wrongPlatform);
};

/** @throws {AppError} `forbidden` where none of the key's games knows players by that platform. */
export const assertPlatform = (ctx: BridgeCtx, platform: GamePlatform): void => {
  if (!ctx.actor.games.some((game) => knowsPlatform(ctx, game, platform)))
    throw new AppError("key_platform", BRIDGE.lacksPlatform);
};

/** @throws {AppError} `not_found` where a server is named that the community has not configured. */
export const assertServer = (
  { config }: BridgeCtx,
  game: string,
  server: string | undefined,
): void => {
  const isKnown = config.community.servers.some((one) => one.key === server && one.game === game);
  if (server !== undefined && !isKnown) throw new AppError("server_unknown", BRIDGE.unknownServer);
};
