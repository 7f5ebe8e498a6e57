import { and, eq } from "drizzle-orm";
import { accountHashOf } from "#server/auth/account-hash.ts";
import type { Tx } from "#server/context/context.ts";
import { releaseStruck } from "#server/modules/strikes/index.ts";
import type { Platform } from "#shared/constants/accounts.ts";

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
