import { eq } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";
import { creditKeptVotes } from "#server/modules/votes/index.ts";
import type { Platform } from "#shared/constants/accounts.ts";
import { releaseLinks } from "./release.ts";
import { findRetired } from "./retired.ts";

export { adoptPictures, type FetchSmall } from "./adopt-pictures.ts";
export { asStored, assertUnlinked, eligibleMember, findPlayers } from "./eligible-member.ts";
export { addLink, addLinks, linkAccount, showLink } from "./link-account.ts";
export { proveAccount } from "./prove-account.ts";
export { releaseLinks } from "./release.ts";
export { unlinkAccount } from "./unlink-account.ts";
export { discordAccountOf, epicAccountOf, minecraftAccountOf, type ShownAccount } from "./wire.ts";

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
