import { eq } from "drizzle-orm";
import type { MemberTx, MemberCtx } from "#server/context/context.ts";
import type { ThreadPerson } from "#shared/schemas/thread.ts";
import { MENTION_NOTIFICATION } from "#shared/thread-messages.ts";
import { type TicketRow, findTicket } from "./load.ts";
import { mentionedIn, messageHtml } from "./message-html.ts";
import { mentioned, findMentionable } from "./thread-people.ts";

/**
 * Who can be mentioned on a ticket, those on it first [WRITE-04].
 * @throws {AppError} `not_found` for whoever may not see it.
 */
export const listMentionable = async (
  { read }: MemberCtx,
  { ticketId }: { ticketId: number },
): Promise<ThreadPerson[]> => {
  const ticket = await findTicket(read, ticketId);
  return [...(await findMentionable(read, ticket))];
};

/** What a message is made of, beside who wrote it: its HTML, and whom its text really names. */
export const composed = async (
  tx: MemberTx,
  ticket: TicketRow,
  { content, mentions }: { content: string; mentions: readonly string[] },
): Promise<{ html: string | null; people: readonly ThreadPerson[] }> => {
  const chosen = await mentioned(tx, ticket, mentions);
  const named = mentionedIn(
    content,
    chosen.map(({ name }) => name),
  );
  const people = chosen.filter((_, index) => named.has(index));
  const names = people.map(({ name }) => name);
  return { html: messageHtml(content, names), people };
};

/**
 * Keeps who is mentioned in a message, and notifies those who were not before, in the caller's
 * transaction: once for each message, whatever else of the ticket they have not read [WRITE-05].
 * @returns whom it has notified.
 */
export const keepMentions = async (
  tx: MemberTx,
  { id: ticketId, subject }: TicketRow,
  messageId: number,
  people: readonly ThreadPerson[],
): Promise<readonly string[]> => {
  const { messageMentions: t } = tx.tables;
  const before = new Set(await mentionsOf(tx, messageId));
  const userIds = people.map(({ id }) => id);
  await tx.delete(t).where(eq(t.messageId, messageId));
  if (userIds.length > 0)
    await tx.insert(t).values(userIds.map((userId) => ({ messageId, userId })));
  const fresh = userIds.filter((id) => !before.has(id));
  if (fresh.length > 0)
    await tx.notify({
      userIds: fresh,
      kind: "mention",
      ...MENTION_NOTIFICATION(ticketId, subject),
      ticketId,
      messageId,
      createdBy: tx.actor.userId,
    });
  return fresh;
};

/** The ids of those who are mentioned in a message. */
export const mentionsOf = async (
  tx: Pick<MemberTx, "select" | "tables">,
  messageId: number,
): Promise<readonly string[]> => {
  const { messageMentions: t } = tx.tables;
  const rows = await tx.select({ userId: t.userId }).from(t).where(eq(t.messageId, messageId));
  return rows.map(({ userId }) => userId);
};
