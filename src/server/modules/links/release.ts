import { and, eq } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";
import type { Platform } from "#shared/constants/accounts.ts";
import { retiredHashOf } from "./retired.ts";

/**
 * Removes a member's links, in the caller's transaction. An account of a game is remembered as
 * retired, by a keyed hash: it may be linked again, but earns no points any more [LINK-06].
 * @param platform this one alone.
 * @returns the platforms of those that there were.
 */
export const releaseLinks = async (
  tx: Tx,
  { userId, platform }: { userId: string; platform?: Platform },
): Promise<readonly Platform[]> => {
  const { links, retiredLinks } = tx.tables;
  const isMeant = platform === undefined ? undefined : eq(links.platform, platform);
  const gone = await tx
    .delete(links)
    .where(and(eq(links.userId, userId), isMeant))
    .returning({ platform: links.platform, externalId: links.externalId });
  for (const link of gone) {
    if (link.platform === "discord") continue;
    const hash = retiredHashOf(tx.auth, link);
    await tx
      .insert(retiredLinks)
      .values({ hash, platform: link.platform, retiredAt: tx.clock.now() })
      .onConflictDoNothing();
  }
  return gone.map((link) => link.platform);
};
