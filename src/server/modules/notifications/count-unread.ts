import type { MemberContext } from "#server/context.ts";
import { COUNT_MAX } from "#shared/constants/lists.ts";
import { findUnreadGlobals } from "./marks.ts";
import { notificationReadsOf } from "./reads.ts";

/** How many are unread, counted up to `COUNT_MAX`. */
export const countUnread = async (ctx: MemberContext): Promise<{ count: number }> => {
  const { store, actor } = ctx;
  const { userId } = actor;
  const [own, globals] = await Promise.all([
    notificationReadsOf(store).unreadOwnIds.execute({ userId, limit: COUNT_MAX }),
    findUnreadGlobals(ctx, userId, COUNT_MAX),
  ]);
  return { count: Math.min(own.length + globals.length, COUNT_MAX) };
};
