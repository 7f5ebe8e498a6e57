import type { BridgeCtx } from "#server/context/context.ts";
import { asStored } from "#server/modules/links/index.ts";
import { findBan, readBans } from "#server/modules/strikes/index.ts";
import { GAME_PLATFORMS } from "#shared/constants/accounts.ts";
import type { PlayerAccount } from "#shared/schemas/bridge.ts";
import type { BanList, BansInput, PlayerBan } from "#shared/schemas/strikes.ts";
import { assertPlatform, knowsPlatform } from "./players.ts";

/**
 * Who is banned from the servers, by the accounts of the platforms of the key's games: all of them, or what
 * has changed since the cursor of an earlier reply [STRIKE-07].
 */
export const listBans = (ctx: BridgeCtx, { since, limit }: BansInput): Promise<BanList> => {
  const platforms = GAME_PLATFORMS.filter((platform) =>
    ctx.actor.games.some((game) => knowsPlatform(ctx, game, platform)),
  );
  return readBans(ctx.read, { platforms, since, limit });
};

/**
 * Whether one player is banned, for the moment when they join: it also knows accounts
 * that were unlinked, and those whose owner was erased, while a strike ran.
 * @throws {AppError} `forbidden` for a platform of no game of the key.
 */
export const readPlayerBan = async (ctx: BridgeCtx, account: PlayerAccount): Promise<PlayerBan> => {
  const { platform } = account;
  assertPlatform(ctx, platform);
  const externalId = asStored(account);
  return findBan(ctx.read, { platform, externalId });
};
