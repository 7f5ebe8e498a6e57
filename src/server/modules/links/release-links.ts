import { and, eq } from "drizzle-orm";
import type { Platform } from "#shared/constants/accounts.ts";
import type { Auth } from "#server/auth/auth.ts";
import type { Clock } from "#server/clock.ts";
import type { Store, Tx } from "#server/store/store.ts";
import { retiredHashOf } from "./retired.ts";

export type ReleaseContext = { store: Store; clock: Clock; auth: Pick<Auth, "lastingKeyFor"> };

/**
 * Removes a member's links, in the caller's transaction. An account of a game is remembered as
 * retired, by a keyed hash: it may be linked again, but earns no points any more (facts §5).
 * @param platform this one alone.
 * @returns the platforms of those that there were.
 */
export const releaseLinks = async (
  { store, clock, auth }: ReleaseContext,
  tx: Tx,
  { userId, platform }: { userId: string; platform?: Platform },
): Promise<readonly Platform[]> => {
  const { links, retiredLinks } = store.tables;
  const isMeant = platform === undefined ? undefined : eq(links.platform, platform);
  const gone = await tx
    .delete(links)
    .where(and(eq(links.userId, userId), isMeant))
    .returning({ platform: links.platform, externalId: links.externalId });
  for (const link of gone) {
    if (link.platform === "discord") continue;
    const hash = retiredHashOf(auth, link);
    await tx
      .insert(retiredLinks)
      .values({ hash, platform: link.platform, retiredAt: clock.now() })
      .onConflictDoNothing();
  }
  return gone.map((link) => link.platform);
};
