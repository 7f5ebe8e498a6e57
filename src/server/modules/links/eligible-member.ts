import { and, eq, inArray, isNull } from "drizzle-orm";
import { type Account, accountHashOf } from "#server/auth/auth.ts";
import { keepProof, moveProofs, spendNonce } from "#server/auth/proofs.ts";
import type { Ctx, CtxReader } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { keepPicture } from "#server/modules/pictures/index.ts";
import type { Identity } from "#server/providers/ports/people.ts";
import { BRIDGE } from "#shared/bridge-messages.ts";
import type { GamePlatform, Platform } from "#shared/constants/accounts.ts";

const nameOf = ({ platform, externalId }: Account) => `${platform} ${externalId}`;

/**
 * Tells which accounts earn no points any more, because somebody has unlinked them once [LINK-06].
 * One query, whatever their number.
 * @returns a test for the accounts given.
 */
export const findRetired = async (
  reader: CtxReader,
  accounts: readonly Account[],
): Promise<(account: Account) => boolean> => {
  const { retiredLinks } = reader.tables;
  const hashes = new Map(
    accounts.map((account) => [nameOf(account), accountHashOf(reader.auth, account)]),
  );
  const found =
    hashes.size === 0
      ? []
      : await reader
          .select({ hash: retiredLinks.hash })
          .from(retiredLinks)
          .where(inArray(retiredLinks.hash, [...hashes.values()]));
  const retired = new Set(found.map(({ hash }) => hash));
  return (account) => retired.has(hashes.get(nameOf(account)) ?? "");
};

type Given = Pick<Identity, "externalId" | "name"> &
  Partial<Identity> & {
    platform: Platform;
    /** By which it is found from now on. */
    browserSecret: string;
    /** By which the browser's other proofs were found so far; null or absent for none. */
    formerSecret?: string | null;
    /** Whoever registers has no use for an account that a member has linked already. */
    isForMember: boolean;
    /** For how long it is kept. */
    keptMs?: number;
  };

type Proven = {
  /** `replayed`: the answer was used before. `taken`: a member has linked this account. */
  outcome: "kept" | "taken" | "replayed";
  /** Where the site serves the account's picture; null for none. */
  imageUrl: string | null;
};

/**
 * Keeps, for 30 minutes unless it is said, that a browser has proven an account elsewhere [LINK-01], and its picture.
 * A proof of an account that is linked is kept for a member alone: it may be their own.
 */
export const proveAccount = (
  { write, tables }: Ctx,
  { picture = null, nonce = null, formerSecret = null, isForMember, ...given }: Given,
): Promise<Proven> =>
  write(async (tx) => {
    const { links, users } = tables;
    if (nonce !== null && !(await spendNonce(tx, nonce)))
      return { outcome: "replayed", imageUrl: null };
    const [taken] = await tx
      .select({ waitsSince: users.waitsSince })
      .from(links)
      .innerJoin(users, eq(users.id, links.userId))
      .where(and(eq(links.platform, given.platform), eq(links.externalId, given.externalId)))
      .limit(1);
    // One that was imported waits for exactly this.
    const isWaiting = taken !== undefined && taken.waitsSince !== null;
    if (taken !== undefined && !isWaiting && !isForMember)
      return { outcome: "taken", imageUrl: null };
    const imageUrl = picture === null ? null : await keepPicture(tx, picture);
    if (formerSecret !== null)
      await moveProofs(tx, { from: formerSecret, to: given.browserSecret });
    await keepProof(tx, { ...given, imageUrl });
    const isFree = taken === undefined || (isWaiting && !isForMember);
    return { outcome: isFree ? "kept" : "taken", imageUrl };
  });

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
