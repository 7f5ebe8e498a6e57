import { forgetOrigins } from "#server/auth/audit.ts";
import { removeCodes } from "#server/auth/one-time-codes.ts";
import type { Tx } from "#server/context/context.ts";
import { forgetPlayer } from "#server/modules/bridge/index.ts";
import { releaseLinks } from "#server/modules/links/index.ts";
import { forgetSearchTerms } from "#server/modules/members/index.ts";
import { forgetNotifications } from "#server/modules/notifications/index.ts";

/**
 * Removes what is a person's alone, in the caller's transaction: links, sessions, codes, news, when
 * they played, what waits for them in games, what they are found by, and from where they came.
 * @returns false while there is more of it than one transaction should remove.
 */
export const removeBelongings = async (tx: Tx, userId: string): Promise<boolean> => {
  await tx.auth.sessions.endAll(tx, userId);
  await removeCodes(tx, userId);
  await releaseLinks(tx, { userId });
  await forgetSearchTerms(tx, userId);
  await forgetPlayer(tx, userId);
  const isAll = await forgetNotifications(tx, userId);
  return isAll && forgetOrigins(tx, userId);
};
