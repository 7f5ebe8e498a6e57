import { and, eq, inArray, isNull, ne } from "drizzle-orm";
import type { Reader, Tables } from "#server/store/store.ts";

type Row = Pick<Tables["tickets"]["$inferSelect"], "id" | "lastMessageId">;

/**
 * Which of some tickets somebody has yet to read: those whose last message is another's, has not been
 * removed, and lies beyond what they have seen. Two queries, however many tickets there are.
 */
export const unreadOf = async (
  { tables, select }: Pick<Reader, "tables" | "select">,
  userId: string,
  rows: readonly Row[],
): Promise<ReadonlySet<number>> => {
  const { messages, ticketSeen } = tables;
  const said = rows.filter(({ lastMessageId }) => lastMessageId > 0);
  if (said.length === 0) return new Set();
  const ids = said.map(({ id }) => id);
  const lastIds = said.map(({ lastMessageId }) => lastMessageId);
  const others = await select({ id: messages.id })
    .from(messages)
    .where(
      and(inArray(messages.id, lastIds), ne(messages.authorId, userId), isNull(messages.removedAt)),
    );
  const seen = await select({ ticketId: ticketSeen.ticketId, messageId: ticketSeen.messageId })
    .from(ticketSeen)
    .where(and(eq(ticketSeen.userId, userId), inArray(ticketSeen.ticketId, ids)));
  const byOthers = new Set(others.map(({ id }) => id));
  const seenOf = new Map(seen.map(({ ticketId, messageId }) => [ticketId, messageId]));
  const unread = said.filter(
    ({ id, lastMessageId }) => byOthers.has(lastMessageId) && (seenOf.get(id) ?? 0) < lastMessageId,
  );
  return new Set(unread.map(({ id }) => id));
};
