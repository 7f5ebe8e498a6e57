import { and, eq } from "drizzle-orm";
import type { MemberCtx } from "#server/context/context.ts";
import { publishChanged } from "./publish-changed.ts";

/** Marks as read what a member was told about a ticket, since they are looking at it. */
export const markTicketRead = async (
  { tables, write, clock, actor: { userId } }: MemberCtx,
  { ticketId }: { ticketId: number },
): Promise<void> => {
  const { notificationReads: reads } = tables;
  await write(async (tx) => {
    const marked = await tx
      .update(reads)
      .set({ isRead: true, readAt: clock.now() })
      .where(and(eq(reads.ticketId, ticketId), eq(reads.isRead, false), eq(reads.userId, userId)))
      .returning({ id: reads.notificationId });
    if (marked.length > 0) publishChanged(tx, [userId]);
  });
};
