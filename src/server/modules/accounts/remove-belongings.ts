import { eq } from "drizzle-orm";
import type { Sessions } from "#server/auth/lucia.ts";
import { releaseLinks } from "#server/modules/links/index.ts";
import { forgetWords } from "#server/modules/members/index.ts";
import { forgetNotifications } from "#server/modules/notifications/index.ts";
import type { Tx } from "#server/store/store.ts";

export type RemovalContext = Parameters<typeof releaseLinks>[0] & {
  auth: { sessions: Pick<Sessions, "endAll"> };
};

/** Removes what is a person's alone, in the caller's transaction: links, sessions, codes, news,
 * and what they are found by. */
export const removeBelongings = async (
  ctx: RemovalContext,
  tx: Tx,
  userId: string,
): Promise<void> => {
  const { oneTimeCodes } = ctx.store.tables;
  await ctx.auth.sessions.endAll(tx, userId);
  await tx.delete(oneTimeCodes).where(eq(oneTimeCodes.userId, userId));
  await releaseLinks(ctx, tx, { userId });
  await forgetNotifications(ctx.store, tx, userId);
  await forgetWords(ctx.store, tx, userId);
};
