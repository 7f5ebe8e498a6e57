import { and, eq } from "drizzle-orm";
import { assertConfirmed, countAccountChange } from "#server/access/account-changes.ts";
import { type Account, accountHashOf } from "#server/auth/auth.ts";
import { spendProof } from "#server/auth/proofs.ts";
import type { Ctx, MemberCtx, MemberTx, Tx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { indexMember } from "#server/modules/members/index.ts";
import { hashInAddress, keepPicture, linkedPictures } from "#server/modules/pictures/index.ts";
import { tellOfSecurity } from "#server/modules/security/index.ts";
import { assertMayUnlink, releaseStruck, returnStrikes } from "#server/modules/strikes/index.ts";
import { creditKeptVotes } from "#server/modules/votes/index.ts";
import type { Tables } from "#server/store/store.ts";
import { type Platform, PLATFORM_NAMES } from "#shared/constants/accounts.ts";
import { findRetired } from "./eligible-member.ts";
import { findLink, linkAnswers, linkRefusals } from "./read.ts";

export {
  assertUnlinked,
  asStored,
  eligibleMember,
  findPlayers,
  proveAccount,
} from "./eligible-member.ts";
export { discordAccountOf, epicAccountOf, minecraftAccountOf, type ShownAccount } from "./read.ts";

/**
 * Removes a member's links, in the caller's transaction. An account of a game is remembered as
 * retired, by a keyed hash: it may be linked again, but earns no points any more [LINK-06]. While strikes of the
 * member run, what they forbid still finds the account, whoever links it then [STRIKE-08].
 * @param given.platform this one alone.
 * @param given.isErased true where their owner is erased.
 * @returns the platforms of those that there were.
 */
export const releaseLinks = async (
  tx: Tx,
  {
    userId,
    platform,
    isErased = false,
  }: { userId: string; platform?: Platform; isErased?: boolean },
): Promise<readonly Platform[]> => {
  const { links, retiredLinks } = tx.tables;
  const isMeant = platform === undefined ? undefined : eq(links.platform, platform);
  const gone = await tx
    .delete(links)
    .where(and(eq(links.userId, userId), isMeant))
    .returning({ platform: links.platform, externalId: links.externalId });
  for (const link of gone) {
    if (link.platform === "discord") continue;
    const hash = accountHashOf(tx.auth, link);
    await tx
      .insert(retiredLinks)
      .values({ hash, platform: link.platform, retiredAt: tx.clock.now() })
      .onConflictDoNothing();
  }
  await releaseStruck(tx, { userId, accounts: gone, isErased });
  return gone.map((link) => link.platform);
};

/**
 * Removes one's own link to an account elsewhere; an account of a game earns no points afterwards,
 * whoever links it.
 * @returns a sentence.
 * @throws {AppError} `bad_request` where nothing is linked; `strike` for an account of a game while a strike
 *   forbids playing.
 */
export const unlinkAccount = async (
  ctx: MemberCtx,
  { platform }: { platform: Platform },
): Promise<string> => {
  const { userId } = ctx.actor;
  await ctx.write(async (tx) => {
    await assertConfirmed(tx);
    if (platform !== "discord") await assertMayUnlink(tx);
    const gone = await releaseLinks(tx, { userId, platform });
    if (gone.length === 0) throw new AppError("bad_request", linkRefusals(platform).nothingLinked);
    await countAccountChange(tx);
    await tx.audit({ action: "link.removed", subject: userId, before: { platform } });
    await tellOfSecurity(tx, { userId, event: "linkRemoved", detail: PLATFORM_NAMES[platform] });
    await indexMember(tx, userId);
    tx.publish({ type: "account.changed", userId });
  });
  return linkAnswers(platform).unlinked;
};

/** So many in a row, and it is Discord that cannot be reached, not a picture. */
const UNREACHABLE_MAX = 10;

/**
 * Fetches a picture and makes it small.
 * @returns `none` where there is none, `unreachable` where there may be one another time.
 */
export type FetchSmall = (address: string) => Promise<Uint8Array | "none" | "unreachable">;

/**
 * Takes in the pictures of links that were made when pictures were still shown from where the
 * provider has them. What is not below the configured base is nobody's picture; one that cannot be
 * reached is asked for again another time, and the others are not kept waiting for it.
 * @param signal stops between two pictures.
 */
export const adoptPictures = async (
  { tables, read, write, config }: Ctx,
  fetchSmall: FetchSmall,
  signal: AbortSignal,
): Promise<void> => {
  const { links } = tables;
  if (config.discord === null) return;
  const base = `${config.discord.cdnBase}/avatars/`;
  let unreachable = 0;
  for await (const slice of linkedPictures(read, signal))
    for (const { userId, platform, imageUrl } of slice) {
      if (imageUrl === null || hashInAddress(imageUrl) !== null) continue;
      if (signal.aborted) return;
      const found = imageUrl.startsWith(base) ? await fetchSmall(imageUrl) : "none";
      unreachable = found === "unreachable" ? unreachable + 1 : 0;
      if (unreachable === UNREACHABLE_MAX) return;
      if (found === "unreachable") continue;
      await write(async (tx) => {
        const kept = found === "none" ? null : await keepPicture(tx, found);
        await tx
          .update(links)
          .set({ imageUrl: kept })
          .where(
            and(
              eq(links.userId, userId),
              eq(links.platform, platform),
              eq(links.imageUrl, imageUrl),
            ),
          );
      });
    }
};

/** @throws {AppError} `conflict` where the account is another member's. */
const assertFree = async (tx: MemberTx, account: Account) => {
  const { links } = tx.tables;
  const { platform, externalId } = account;
  const [owner] = await tx
    .select({ userId: links.userId })
    .from(links)
    .where(and(eq(links.platform, platform), eq(links.externalId, externalId)));
  if (owner !== undefined && owner.userId !== tx.actor.userId)
    throw new AppError("conflict", linkRefusals(platform).taken);
};

/**
 * Makes room for another account: a Discord account is replaced, since nothing depends on it.
 * @throws {AppError} `conflict` for an account of a game, which loses something by being unlinked.
 */
const makeRoom = async (tx: MemberTx, platform: Platform) => {
  if (platform !== "discord")
    throw new AppError("conflict", linkRefusals(platform).anotherIsLinked);
  const { links } = tx.tables;
  const { userId } = tx.actor;
  await tx.delete(links).where(and(eq(links.userId, userId), eq(links.platform, platform)));
  await tx.audit({ action: "link.removed", subject: userId, before: { platform } });
};

/**
 * Links an account to a user, in the caller's transaction.
 * @returns false where somebody has linked it already.
 */
export const addLink = async (
  tx: Tx,
  link: Omit<Tables["links"]["$inferInsert"], "linkedAt">,
): Promise<boolean> => {
  const { links } = tx.tables;
  const added = await tx
    .insert(links)
    .values({ ...link, linkedAt: tx.clock.now() })
    .onConflictDoNothing()
    .returning({ userId: links.userId });
  return added.length > 0;
};

/** Links accounts that nobody has and that no strike holds, in the caller's transaction. */
export const addLinks = async (
  tx: Tx,
  given: readonly { userId: string; platform: Platform; externalId: string; name: string }[],
): Promise<void> => {
  if (given.length === 0) return;
  const linkedAt = tx.clock.now();
  await tx.insert(tx.tables.links).values(given.map((link) => ({ ...link, linkedAt })));
  await returnStrikes(tx, given);
};

/** Shows a linked account, in the caller's transaction, as its platform shows it now. */
export const showLink = async (
  tx: Tx,
  { userId, platform, ...shown }: Omit<Tables["links"]["$inferInsert"], "linkedAt" | "externalId">,
): Promise<void> => {
  const { links } = tx.tables;
  await tx
    .update(links)
    .set(shown)
    .where(and(eq(links.userId, userId), eq(links.platform, platform)));
};

/**
 * Links an account elsewhere that this browser has just proven.
 * @returns a sentence, which says so if the account earns no points any more.
 * @throws {AppError} `bad_request` where it has not; `conflict` where the account is another
 *   member's, or where this member has linked another one of a game; `strike` while one of another member
 *   holds it.
 */
export const linkAccount = async (ctx: MemberCtx, account: Account): Promise<string> => {
  const { clock, browser } = ctx;
  const { userId } = ctx.actor;
  const { platform, externalId } = account;
  const browserSecret = browser.secret;
  const notProven = () => new AppError("bad_request", linkRefusals(platform).notProven);
  if (browserSecret === null) throw notProven();
  const { links } = ctx.tables;
  return await ctx.write(async (tx) => {
    const proof = await spendProof(tx, { browserSecret, platform, externalId });
    if (proof === null) throw notProven();
    await countAccountChange(tx);
    await assertFree(tx, account);
    const present = await findLink(tx, { userId, platform });
    const shown = { name: proof.name, imageUrl: proof.imageUrl };
    const isSame = present?.externalId === externalId;
    // Discord can be logged in with: whoever holds nothing but a token does not bring one of theirs.
    if (platform === "discord" && !isSame) await assertConfirmed(tx);
    if (present !== null && !isSame) await makeRoom(tx, platform);
    if (isSame)
      await tx
        .update(links)
        .set(shown)
        .where(and(eq(links.userId, userId), eq(links.platform, platform)));
    else {
      await tx.insert(links).values({ userId, ...account, ...shown, linkedAt: clock.now() });
      await tx.audit({ action: "link.added", subject: userId, after: { platform } });
      const detail = PLATFORM_NAMES[platform];
      await tellOfSecurity(tx, { userId, event: "linkAdded", detail });
    }
    await indexMember(tx, userId);
    tx.publish({ type: "account.changed", userId });
    const isRetired = (await findRetired(tx, [account]))(account);
    // Before what it earns.
    await returnStrikes(tx, [{ userId, ...account }]);
    if (platform !== "discord") {
      const { name } = proof;
      const player = { userId, platform, externalId, name, isEligible: !isRetired };
      await creditKeptVotes(tx, player);
    }
    const { linked, linkedAgain } = linkAnswers(platform);
    return isRetired ? linkedAgain : linked;
  });
};

/**
 * Credits, in the transaction in which an account that was moved in is claimed, the votes that were kept
 * while it waited [MOVE-07].
 */
export const creditClaimed = async (tx: Tx, userId: string): Promise<void> => {
  const { links: t } = tx.tables;
  const linked = await tx
    .select({ platform: t.platform, externalId: t.externalId, name: t.name })
    .from(t)
    .where(eq(t.userId, userId));
  const isRetired = await findRetired(tx, linked);
  for (const { platform, ...account } of linked) {
    if (platform === "discord") continue;
    const isEligible = !isRetired({ platform, ...account });
    await creditKeptVotes(tx, { ...account, userId, platform, isEligible });
  }
};

/**
 * Moves the links of one account to another of the same person, in the caller's transaction. Where both
 * have one, the one that goes is unlinked: it earns no points any more, as if its owner had done it.
 * @param given.replaced the platforms on which the other account's link stands in for the own one.
 */
export const moveLinks = async (
  tx: Tx,
  { from, to, replaced }: { from: string; to: string; replaced: ReadonlySet<Platform> },
): Promise<void> => {
  const { links: t } = tx.tables;
  const own = await tx.select({ platform: t.platform }).from(t).where(eq(t.userId, to));
  for (const { platform } of own) {
    const isReplaced = replaced.has(platform);
    await releaseLinks(tx, { userId: isReplaced ? to : from, platform });
  }
  const moved = await tx
    .update(t)
    .set({ userId: to })
    .where(eq(t.userId, from))
    .returning({ platform: t.platform });
  for (const { platform } of moved)
    await tx.audit({ action: "link.added", subject: to, after: { platform } });
};
