import { and, eq, inArray } from "drizzle-orm";
import type { CtxReader, MemberCtx, MemberTx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import {
  attachmentsOfMessages,
  removeAttachments,
  sendAttachments,
} from "#server/modules/attachments/index.ts";
import { assertWorksOn, worksOn } from "#server/modules/desk/index.ts";
import { dropReadNotices } from "#server/modules/notices/index.ts";
import { assertNotStruck } from "#server/modules/strikes/index.ts";
import { keyset } from "#server/store/cursor.ts";
import { once } from "#server/store/idempotency.ts";
import { one, type Reader, type Tables } from "#server/store/store.ts";
import { MESSAGE_CHANGE_MS } from "#shared/constants/desk.ts";
import { THREAD_PAGE_SIZE } from "#shared/constants/lists.ts";
import type { Page, PageInput } from "#shared/schemas/lists.ts";
import type { Message, MessageEdit, NewMessage } from "#shared/schemas/tickets.ts";
import { MESSAGE_CHANGES } from "#shared/thread-messages.ts";
import { THREAD, TICKET_NOTIFICATIONS } from "#shared/ticket-messages.ts";
import { findTicket, lookUpTicket, noteTicketRead, peopleIdsOf, type TicketRow } from "./load.ts";
import { composed, keepMentions, mentionsOf } from "./mention.ts";
import { markWaiting } from "./move.ts";
import { noteLast, updateSearchTerms } from "./search-terms.ts";

type MessageRow = Tables["messages"]["$inferSelect"];

/** Who wrote them, in one query, with their Discord accounts of now; nulls without one. */
const authorsOf = async (reader: Reader, rows: readonly MessageRow[]) => {
  const { users, links } = reader.tables;
  const ids = [...new Set(rows.map(({ authorId }) => authorId))];
  const authors = await reader
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      role: users.role,
      team: users.team,
      discordUserId: links.externalId,
      discordUserName: links.name,
      discordImgUrl: links.imageUrl,
    })
    .from(users)
    .leftJoin(links, and(eq(links.userId, users.id), eq(links.platform, "discord")))
    .where(inArray(users.id, ids));
  return new Map(authors.map((author) => [author.id, author]));
};

/** Who is mentioned in them, by message, in one query. */
const mentionsIn = async (reader: Reader, rows: readonly MessageRow[]) => {
  const { messageMentions: t } = reader.tables;
  const found = await reader
    .select({ id: t.messageId, userId: t.userId })
    .from(t)
    .where(
      inArray(
        t.messageId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(t.messageId, t.userId);
  return Map.groupBy(found, ({ id }) => id);
};

/**
 * Messages as they stand on the wire, in the order given. Of somebody whose data is erased the names
 * say "Deleted member", as their account does.
 */
const toMessages = async (reader: CtxReader, rows: readonly MessageRow[]): Promise<Message[]> => {
  if (rows.length === 0) return [];
  const authors = await authorsOf(reader, rows);
  const mentions = await mentionsIn(reader, rows);
  const attached = await attachmentsOfMessages(
    reader,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, authorId, content, html, imgUrls, createdAt, editedAt, removedAt }) => {
    const found = authors.get(authorId);
    if (found === undefined) throw new Error("A message was written by nobody.");
    const { discordUserId, discordUserName, discordImgUrl, team, ...author } = found;
    const teamRoles = team?.roles ?? [];
    const attachments = attached.get(id) ?? [];
    const pictures = attachments.filter(({ kind }) => kind === "picture");
    return {
      id,
      content,
      html,
      createdAt: createdAt.toISOString(),
      editedAt: editedAt?.toISOString() ?? null,
      removedAt: removedAt?.toISOString() ?? null,
      mentions: (mentions.get(id) ?? []).map(({ userId }) => userId),
      discordUserId,
      discordUserName,
      discordImgUrl,
      // Clients that know no attachments find pictures here alone, and need whole addresses.
      imgUrlsJson: [...imgUrls, ...pictures.map(({ url }) => reader.config.publicUrl + url)],
      attachments,
      author: { ...author, ...(teamRoles.length > 0 && { teamRoles: [...teamRoles] }) },
    };
  });
};

/**
 * What was said on a ticket: the newest messages, oldest first; the page after it holds older ones.
 * @throws {AppError} `not_found` for whoever may not see the ticket.
 */
export const listMessages = async (
  ctx: MemberCtx,
  input: { ticketId: number } & PageInput,
): Promise<Page<Message>> => {
  const { messages } = ctx.tables;
  const { ticketId, cursor, limit = THREAD_PAGE_SIZE } = input;
  const newestFirst = keyset({ id: messages.id });
  await noteTicketRead(ctx, await findTicket(ctx.read, ticketId));
  const rows = await ctx.read
    .select()
    .from(messages)
    .where(and(eq(messages.ticketId, ticketId), newestFirst.before(cursor)))
    .orderBy(...newestFirst.order)
    // One more says whether there is another page.
    .limit(limit + 1);
  const { shown, nextCursor } = newestFirst.page(rows, limit);
  return {
    items: await toMessages(ctx.read, shown.toReversed()),
    nextCursor,
  };
};

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
const assertLinked = async (tx: MemberTx): Promise<void> => {
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
