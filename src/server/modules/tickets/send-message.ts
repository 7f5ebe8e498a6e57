import { and, eq } from "drizzle-orm";
import { assertStillAdmin } from "#server/access/still-admin.ts";
import type { MemberCtx, MemberTx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { once } from "#server/store/idempotency.ts";
import { one } from "#server/store/one.ts";
import type { Message, NewMessage } from "#shared/schemas/tickets.ts";
import { THREAD, TICKET_NOTIFICATIONS } from "#shared/ticket-messages.ts";
import { findTicket, peopleIdsOf, type TicketRow } from "./load.ts";
import { toMessages } from "./message-shape.ts";

/**
 * Writes a message on an open ticket, tells everybody who may see it, and notifies those on it.
 * With a key it is written once, however often it is sent.
 * @throws {AppError} `not_found` for whoever may not see the ticket, `conflict` for a closed one,
 *   `forbidden` without a linked Discord account, `bad_request` for a picture from elsewhere,
 *   `too_many_requests` beyond 30 in a minute.
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
  { id: ticketId, status, subject }: TicketRow,
  { content, imgUrl = null }: NewMessage,
): Promise<number> => {
  const { clock, config, actor } = tx;
  const { pictures } = config.community;
  const authorId = actor.userId;
  const onIt = await peopleIdsOf(tx, ticketId);
  // Whoever is not on it sees it as an Admin, if they still are one.
  if (!onIt.includes(authorId)) await assertStillAdmin(tx);
  if (status !== "Open") throw new AppError("conflict", THREAD.ticketClosed);
  await assertLinked(tx);
  const imgUrls = imgUrl === null ? [] : [pictureOf(imgUrl, pictures.hosts)];
  await tx.count("messagesByMember", authorId);
  const written = one(
    await tx
      .insert(tx.tables.messages)
      .values({ ticketId, authorId, content, imgUrls, createdAt: clock.now() })
      .returning({ id: tx.tables.messages.id }),
  );
  tx.publish({ type: "message.added", ticketId, messageId: written.id, userIds: [...onIt] });
  await tx.notify({
    userIds: onIt.filter((userId) => userId !== authorId),
    kind: "reply",
    ...TICKET_NOTIFICATIONS.answered(ticketId, subject),
    ticketId,
    createdBy: authorId,
  });
  return written.id;
};

/** @throws {AppError} `forbidden` without a linked Discord account [MSG-02]. */
const assertLinked = async (tx: MemberTx): Promise<void> => {
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
