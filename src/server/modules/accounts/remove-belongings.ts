import { eq } from "drizzle-orm";
import type { Sessions } from "#server/auth/lucia.ts";
import { forgetOrigins } from "#server/modules/audit/index.ts";
import { forgetPlayer } from "#server/modules/bridge/index.ts";
import { releaseLinks } from "#server/modules/links/index.ts";
import { forgetWords } from "#server/modules/members/index.ts";
import { forgetNotifications } from "#server/modules/notifications/index.ts";
import type { Tx } from "#server/store/store.ts";

export type RemovalContext = Parameters<typeof releaseLinks>[0] & {
  auth: { sessions: Pick<Sessions, "endAll"> };
};

/**
 * Removes what is a person's alone, in the caller's transaction: links, sessions, codes, news, when
 * they played, what waits for them in games, what they are found by, and from where they came.
 * @returns false while there is more of it than one transaction should remove.
 */
export const removeBelongings = async (
  ctx: RemovalContext,
  tx: Tx,
  userId: string,
): Promise<boolean> => {
  const { oneTimeCodes } = ctx.store.tables;
  await ctx.auth.sessions.endAll(tx, userId);
  await tx.delete(oneTimeCodes).where(eq(oneTimeCodes.userId, userId));
  await releaseLinks(ctx, tx, { userId });
  await forgetWords(ctx.store, tx, userId);
  await forgetPlayer(ctx.store, tx, userId);
  const isAll = await forgetNotifications(ctx.store, tx, userId);
  return isAll && forgetOrigins(ctx.store, tx, userId);
};
