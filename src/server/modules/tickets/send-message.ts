import { and, eq } from "drizzle-orm";
import { assertAllowed, countAttempt } from "#server/auth/limits.ts";
import { assertStillAdmin } from "#server/auth/still-admin.ts";
import type { MemberContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { notify } from "#server/modules/notifications/index.ts";
import { once } from "#server/store/idempotency.ts";
import type { Tx } from "#server/store/store.ts";
import { THREAD } from "#shared/messages.ts";
import type { Message, NewMessage } from "#shared/schemas/tickets.ts";
import { findTicket, peopleIdsOf, type TicketRow } from "./load.ts";
import { toMessages } from "./message-shape.ts";

/**
 * Writes a message on an open ticket, tells everybody who may see it, and notifies those on it.
 * With a key it is written once, however often it is sent.
 * @throws {AppError} `not_found` for whoever may not see the ticket, `conflict` for a closed one,
 *   `forbidden` without a linked Discord account, `bad_request` for a picture from elsewhere,
 *   `too_many_requests` beyond 30 in a minute.
 */
export const sendMessage = async (ctx: MemberContext, input: NewMessage): Promise<Message> => {
  const { store, clock, actor } = ctx;
  const { messages } = store.tables;
  const { messageGroupId, idempotencyKey } = input;
  // Of one ticket: under the same key something else may be said on another.
  const key = idempotencyKey === undefined ? null : `message:${messageGroupId}:${idempotencyKey}`;
  const id = await store.write(async (tx) => {
    const ticket = await findTicket(ctx, tx, messageGroupId);
    const request = { actor: actor.userId, key, content: JSON.stringify(input) };
    return once(store, tx, clock, request, () => writeMessage(ctx, tx, ticket, input));
  });
  const rows = await store.read.select().from(messages).where(eq(messages.id, id));
  const [sent] = await toMessages(store, store.read, rows);
  if (sent === undefined) throw new Error("The message was not written.");
  return sent;
};

const writeMessage = async (
  ctx: MemberContext,
  tx: Tx,
  { id: ticketId, status, subject }: TicketRow,
  { content, imgUrl = null }: NewMessage,
): Promise<number> => {
  const { store, clock, config, actor } = ctx;
  const { limits, pictures } = config.community;
  const authorId = actor.userId;
  const onIt = await peopleIdsOf(store, tx, ticketId);
  // Whoever is not on it sees it as an Admin, if they still are one.
  if (!onIt.includes(authorId)) await assertStillAdmin(ctx, tx);
  if (status !== "Open") throw new AppError("conflict", THREAD.ticketClosed);
  await assertLinked(ctx, tx);
  const imgUrls = imgUrl === null ? [] : [pictureOf(imgUrl, pictures.hosts)];
  const limit = limits.messagesByMember;
  assertAllowed(await countAttempt(store, tx, clock, "messagesByMember", authorId, limit));
  const [written] = await tx
    .insert(store.tables.messages)
    .values({ ticketId, authorId, content, imgUrls, createdAt: clock.now() })
    .returning({ id: store.tables.messages.id });
  if (written === undefined) throw new Error("The message was not written.");
  tx.publish({ type: "message.added", ticketId, messageId: written.id, userIds: [...onIt] });
  await notify(store, tx, clock, {
    userIds: onIt.filter((userId) => userId !== authorId),
    kind: "reply",
    subject: `New reply on ticket #${ticketId}`,
    // Nobody's name: it would outlast the account.
    message: `There is a new reply on “${subject}”.`,
    ticketId,
    createdBy: authorId,
  });
  return written.id;
};

/** @throws {AppError} `forbidden` without a linked Discord account (member §2). */
const assertLinked = async ({ store, actor }: MemberContext, tx: Tx): Promise<void> => {
  const { links } = store.tables;
  const [found] = await tx
    .select({ userId: links.userId })
    .from(links)
    .where(and(eq(links.userId, actor.userId), eq(links.platform, "discord")));
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
