import { and, eq } from "drizzle-orm";
import { countAccountChange } from "#server/access/attempts.ts";
import { assertConfirmed } from "#server/access/confirmed.ts";
import type { Account } from "#server/auth/account-hash.ts";
import { spendProof } from "#server/auth/proofs.ts";
import type { MemberCtx, MemberTx } from "#server/context/context.ts";
import type { Tx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { indexMember } from "#server/modules/members/index.ts";
import { tellOfSecurity } from "#server/modules/security/index.ts";
import { returnStrikes } from "#server/modules/strikes/index.ts";
import { creditKeptVotes } from "#server/modules/votes/index.ts";
import type { Tables } from "#server/store/store.ts";
import { type Platform, PLATFORM_NAMES } from "#shared/constants/accounts.ts";
import { findLink } from "./read.ts";
import { linkAnswers, linkRefusals } from "./refusals.ts";
import { findRetired } from "./retired.ts";

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
