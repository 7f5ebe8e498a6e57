import type { MemberCtx } from "#server/context/context.ts";
import { COUNT_MAX } from "#shared/constants/lists.ts";
import { NO_ID, notificationReadsOf } from "./reads.ts";

/** How many are unread, counted up to `COUNT_MAX`. */
export const countUnread = async ({
  read,
  actor: { userId },
}: MemberCtx): Promise<{ count: number }> => {
  const { unreadOwnIds, unreadGlobalIds } = notificationReadsOf(read);
  const [own, globals] = await Promise.all([
    unreadOwnIds.execute({ userId, limit: COUNT_MAX }),
    unreadGlobalIds.execute({ userId, before: NO_ID, limit: COUNT_MAX }),
  ]);
  return { count: Math.min(own.length + globals.length, COUNT_MAX) };
};
