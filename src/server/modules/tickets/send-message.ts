import { and, eq } from "drizzle-orm";
import type { MemberCtx, MemberTx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { sendAttachments } from "#server/modules/attachments/index.ts";
import { assertWorksOn, worksOn } from "#server/modules/desk/index.ts";
import { dropReadNotices } from "#server/modules/notices/index.ts";
import { assertNotStruck } from "#server/modules/strikes/index.ts";
import { once } from "#server/store/idempotency.ts";
import { one } from "#server/store/one.ts";
import type { Message, NewMessage } from "#shared/schemas/tickets.ts";
import { THREAD, TICKET_NOTIFICATIONS } from "#shared/ticket-messages.ts";
import { findTicket, peopleIdsOf, type TicketRow } from "./load.ts";
import { composed, keepMentions } from "./mention.ts";
import { toMessages } from "./message-shape.ts";
import { markWaiting } from "./move.ts";
import { noteLast } from "./search-terms.ts";

/**
 * Writes a message on an open ticket, tells everybody who may see it, and notifies those on it.
 * With a key it is written once, however often it is sent.
 * @throws {AppError} `not_found` for whoever may not see the ticket, `conflict` for a closed one,
 *   `forbidden` without a linked Discord account, `strike` where one keeps from writing, `bad_request` for
 *   a picture from elsewhere, for attachments that are not the actor's to send and for people who cannot
 *   be mentioned, `too_many_requests` beyond 30 in a minute.
 */
export const sendMessage = async (ctx: MemberCtx, input: NewMessage): Promise<Message> => {
  const { actor } = ctx;
  const { messages } = ctx.tables;
  const { messageGroupId, idempotencyKey } = input;
  // Of one ticket: under the same key something else may be said on another.
  const key = idempotencyKey === undefined ? null : `message:${messageGroupId}:${idempotencyKey}`;
  const id = await ctx.write(async (tx) => {
    const ticket = await findTicket(tx, messageGroupId);
    const request = { actor: actor.userId, key, content: JSON.stringify(input) };
    return once(tx, request, () => writeMessage(tx, ticket, input));
  });
  const rows = await ctx.read.select().from(messages).where(eq(messages.id, id));
  const sent = one(await toMessages(ctx.read, rows));
  return sent;
};

const writeMessage = async (
  tx: MemberTx,
  ticket: TicketRow,
  { content, mentions, imgUrl = null, attachmentIds = [] }: NewMessage,
): Promise<number> => {
  const { id: ticketId, status, subject } = ticket;
  const { clock, config, actor } = tx;
  const { pictures } = config.community;
  const authorId = actor.userId;
  const onIt = await peopleIdsOf(tx, ticketId);
  // Whoever is not on it sees it as one of the team, if they still are.
  if (!onIt.includes(authorId)) await assertWorksOn(tx, ticket);
  if (status !== "Open") throw new AppError("conflict", THREAD.ticketClosed);
  await assertNotStruck(tx, { act: "writing", ticketId });
  await assertLinked(tx);
  const imgUrls = imgUrl === null ? [] : [pictureOf(imgUrl, pictures.hosts)];
  const { html, people } = await composed(tx, ticket, { content, mentions: mentions ?? [] });
  await tx.count("messagesByMember", authorId);
  const written = one(
    await tx
      .insert(tx.tables.messages)
      .values({ ticketId, authorId, content, html, imgUrls, createdAt: clock.now() })
      .returning({ id: tx.tables.messages.id }),
  );
  await sendAttachments(tx, attachmentIds, { ticketId, messageId: written.id });
  await dropReadNotices(tx, authorId, { ticketId });
  // Of one's own ticket one is the player, whatever else one may do.
  const isTeams = ticket.createdBy !== authorId && worksOn(tx, ticket);
  const isOthersTurn = await markWaiting(tx, ticket, !isTeams);
  await noteLast(tx, ticket, { id: written.id, content });
  tx.publish({ type: "message.added", ticketId, messageId: written.id, userIds: [...onIt] });
  if (isOthersTurn) tx.publish({ type: "ticket.changed", ticketId, userIds: [...onIt] });
  const told = new Set([authorId, ...(await keepMentions(tx, ticket, written.id, people))]);
  await tx.notify({
    userIds: onIt.filter((userId) => !told.has(userId)),
    kind: "reply",
    ...TICKET_NOTIFICATIONS.answered(ticketId, subject),
    ticketId,
    messageId: written.id,
    createdBy: authorId,
  });
  return written.id;
};

/**
 * @throws {AppError} `forbidden` without a linked Discord account [MSG-02]; nobody has one to link
 *   where the site knows no Discord.
 */
export const assertLinked = async (tx: MemberTx): Promise<void> => {
  if (tx.config.discord === null) return;
  const { links } = tx.tables;
  const [found] = await tx
    .select({ userId: links.userId })
    .from(links)
    .where(and(eq(links.userId, tx.actor.userId), eq(links.platform, "discord")));
  if (found === undefined) throw new AppError("forbidden", THREAD.needsDiscord);
};

/**
 * @returns a picture's address as browsers write it.
 * @throws {AppError} `bad_request` unless it is https on one of the hosts.
 */
const pictureOf = (given: string, hosts: readonly string[]): string => {
  const url = URL.parse(given);
  const isShown = url?.protocol === "https:" && hosts.includes(url.host);
  if (!isShown || url.username !== "" || url.password !== "")
    throw new AppError("bad_request", THREAD.unknownPicture);
  return url.href;
};
