import { eq } from "drizzle-orm";
import type { BridgeCtx, BridgeReader, Tx } from "#server/context/context.ts";
import { AppError, wrongInput } from "#server/core/errors.ts";
import { asStored, findPlayers } from "#server/modules/links/index.ts";
import { readTiers } from "#server/modules/members/index.ts";
import { readBalance } from "#server/modules/points/index.ts";
import { findBan, readBans } from "#server/modules/strikes/index.ts";
import { BRIDGE } from "#shared/bridge-messages.ts";
import { GAME_PLATFORMS, type GamePlatform } from "#shared/constants/accounts.ts";
import { gameOf, tierIn } from "#shared/rules/community.ts";
import type { BridgePlayer, PlayerAccount } from "#shared/schemas/bridge.ts";
import type { BanList, BansInput, PlayerBan } from "#shared/schemas/strikes.ts";

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
const assertPlatform = (ctx: BridgeCtx, platform: GamePlatform): void => {
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
