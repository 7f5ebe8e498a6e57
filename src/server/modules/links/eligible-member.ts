import { and, eq, inArray, isNull } from "drizzle-orm";
import type { CtxReader } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { BRIDGE } from "#shared/bridge-messages.ts";
import type { GamePlatform } from "#shared/constants/accounts.ts";
import { findRetired } from "./retired.ts";

/** An account by which a game server knows somebody. */
type GameAccount = { platform: GamePlatform; playerId: string };

type Player = {
  userId: string;
  platform: GamePlatform;
  externalId: string;
  name: string;
  /** False for an account that was unlinked once: no points are added through it [LINK-06]. */
  isEligible: boolean;
  /** True for an account that was moved in and that nobody has claimed yet: no points are added to it [MOVE-07]. */
  isWaiting: boolean;
};

/** An id of Minecraft as game servers write it, too. */
const DASHED_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * As ids are stored: game servers write Minecraft's with dashes, too, and in either case. Whatever else
 * has dashes keeps them: without them it could be the name of somebody else.
 */
export const asStored = ({ platform, playerId }: GameAccount): string => {
  if (platform === "steam") return playerId;
  return (DASHED_ID.test(playerId) ? playerId.replaceAll("-", "") : playerId).toLowerCase();
};

/**
 * The members who have linked these accounts and whose own account is open, in no particular order.
 * Accounts that nobody has linked are left out.
 */
export const findPlayers = async (
  reader: CtxReader,
  accounts: readonly GameAccount[],
): Promise<Player[]> => {
  const { links, users } = reader.tables;
  const { userId, externalId, name } = links;
  const found: Omit<Player, "isEligible">[] = [];
  for (const platform of new Set(accounts.map((account) => account.platform))) {
    const ids = new Set(accounts.filter((one) => one.platform === platform).map(asStored));
    const rows = await reader
      .select({ userId, externalId, name, waitsSince: users.waitsSince })
      .from(links)
      .innerJoin(users, eq(users.id, userId))
      .where(
        and(
          eq(links.platform, platform),
          inArray(externalId, [...ids]),
          isNull(users.deactivatedAt),
          isNull(users.erasedAt),
        ),
      );
    for (const { waitsSince, ...row } of rows)
      found.push({ ...row, platform, isWaiting: waitsSince !== null });
  }
  const isRetired = await findRetired(reader, found);
  return found.map((player) => Object.assign(player, { isEligible: !isRetired(player) }));
};

/**
 * For an account that no active member has linked: whether somebody may still come and link it, and
 * earn by it.
 * @throws {AppError} `not_found` where it belongs to a closed account, `conflict` where it was
 *   unlinked once.
 */
export const assertUnlinked = async (reader: CtxReader, account: GameAccount): Promise<void> => {
  const { links } = reader.tables;
  const { platform } = account;
  const externalId = asStored(account);
  const isIt = and(eq(links.platform, platform), eq(links.externalId, externalId));
  const [present] = await reader.select({ userId: links.userId }).from(links).where(isIt);
  if (present !== undefined) throw new AppError("member_unknown", BRIDGE.unknownPlayer);
  const isRetired = await findRetired(reader, [{ platform, externalId }]);
  if (isRetired({ platform, externalId })) throw new AppError("account_retired", BRIDGE.retired);
};

/**
 * The member to whom points may be added through this account.
 * @throws {AppError} `not_found` where nobody has linked it, and for an account that nobody has claimed;
 *   `conflict` where it was unlinked once.
 */
export const eligibleMember = async (reader: CtxReader, account: GameAccount): Promise<string> => {
  const [player] = await findPlayers(reader, [account]);
  if (player === undefined || player.isWaiting)
    throw new AppError("member_unknown", BRIDGE.unknownPlayer);
  if (!player.isEligible) throw new AppError("account_retired", BRIDGE.retired);
  return player.userId;
};
