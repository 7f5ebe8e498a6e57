import { eq } from "drizzle-orm";
import type { MemberCtx, MemberTx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { removeAttachments } from "#server/modules/attachments/index.ts";
import { assertWorksOn } from "#server/modules/desk/index.ts";
import { assertNotStruck } from "#server/modules/strikes/index.ts";
import { one } from "#server/store/one.ts";
import { MESSAGE_CHANGE_MS } from "#shared/constants/thread.ts";
import type { MessageEdit } from "#shared/schemas/thread.ts";
import type { Message } from "#shared/schemas/tickets.ts";
import { MESSAGE_CHANGES } from "#shared/thread-messages.ts";
import { THREAD } from "#shared/ticket-messages.ts";
import { lookUpTicket, peopleIdsOf, type TicketRow } from "./load.ts";
import { composed, keepMentions, mentionsOf } from "./mention.ts";
import { type MessageRow, toMessages } from "./message-shape.ts";
import { updateSearchTerms } from "./search-terms.ts";
import { assertLinked } from "./send-message.ts";

type Own = { message: MessageRow; ticket: TicketRow; userIds: readonly string[] };

/**
 * One's own message, while it may be changed: on an open ticket, for ten minutes [WRITE-06].
 * @throws {AppError} `not_found` for whoever may not see its ticket, `forbidden` for another's,
 *   `conflict` where the ticket is closed or it is too late.
 */
const findOwn = async (tx: MemberTx, id: number): Promise<Own> => {
  const { messages } = tx.tables;
  const [message] = await tx.select().from(messages).where(eq(messages.id, id));
  const ticket = message && (await lookUpTicket(tx, message.ticketId));
  // A stranger does not learn which of both is not there.
  if (message === undefined || ticket === undefined)
    throw new AppError("not_found", MESSAGE_CHANGES.unknown);
  const userIds = [...(await peopleIdsOf(tx, ticket.id))];
  if (message.authorId !== tx.actor.userId)
    throw new AppError("forbidden", MESSAGE_CHANGES.notYours);
  if (!userIds.includes(tx.actor.userId)) await assertWorksOn(tx, ticket);
  if (ticket.status !== "Open") throw new AppError("conflict", THREAD.ticketClosed);
  const ageMs = tx.clock.now().getTime() - message.createdAt.getTime();
  if (ageMs > MESSAGE_CHANGE_MS) throw new AppError("conflict", MESSAGE_CHANGES.tooLate);
  return { message, ticket, userIds };
};

const publishChanged = (tx: MemberTx, { message, userIds }: Own): void =>
  tx.publish({
    type: "message.changed",
    ticketId: message.ticketId,
    messageId: message.id,
    userIds: [...userIds],
  });

/** A message as it is now. */
const show = async ({ read, tables: { messages } }: MemberCtx, id: number): Promise<Message> =>
  one(await toMessages(read, await read.select().from(messages).where(eq(messages.id, id))));

/**
 * Changes what one has said [WRITE-06]. What it said before is kept nowhere.
 * @throws {AppError} `not_found`, `forbidden` for another's message and without a linked Discord account,
 *   `conflict` where the ticket is closed, the message is removed or it is too late, `bad_request` for
 *   people who cannot be mentioned, `strike` where one keeps from writing, `too_many_requests`.
 */
export const editMessage = async (
  ctx: MemberCtx,
  { id, content, mentions }: MessageEdit,
): Promise<Message> => {
  await ctx.write(async (tx) => {
    const { messages } = tx.tables;
    const own = await findOwn(tx, id);
    if (own.message.removedAt !== null) throw new AppError("conflict", MESSAGE_CHANGES.gone);
    await assertNotStruck(tx, { act: "writing", ticketId: own.ticket.id });
    await assertLinked(tx);
    if (own.message.content === content) return;
    await tx.count("messageChangesByMember", tx.actor.userId);
    const { html, people } = await composed(tx, own.ticket, {
      content,
      mentions: mentions ?? (await mentionsOf(tx, id)),
    });
    await tx
      .update(messages)
      .set({ content, html, editedAt: tx.clock.now() })
      .where(eq(messages.id, id));
    await keepMentions(tx, own.ticket, id, people);
    await updateSearchTerms(tx, own.ticket, { was: own.message.content, now: content });
    publishChanged(tx, own);
  });
  return show(ctx, id);
};

/**
 * Takes back what one has said: its text, pictures and mentions are gone, and a line says so [WRITE-07].
 * Once more does nothing.
 * @throws {AppError} `not_found`, `forbidden` for another's message, `conflict` where the ticket is closed
 *   or it is too late, `too_many_requests`.
 */
export const removeMessage = async (ctx: MemberCtx, { id }: { id: number }): Promise<Message> => {
  await ctx.write(async (tx) => {
    const { messages, messageMentions } = tx.tables;
    const own = await findOwn(tx, id);
    if (own.message.removedAt !== null) return;
    await tx.count("messageChangesByMember", tx.actor.userId);
    await tx
      .update(messages)
      .set({ content: "", html: null, imgUrls: [], editedAt: null, removedAt: tx.clock.now() })
      .where(eq(messages.id, id));
    await tx.delete(messageMentions).where(eq(messageMentions.messageId, id));
    await removeAttachments(tx, { messageId: id });
    await updateSearchTerms(tx, own.ticket, { was: own.message.content, now: "" });
    publishChanged(tx, own);
  });
  return show(ctx, id);
};
