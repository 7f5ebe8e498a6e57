import { and, desc, eq, inArray } from "drizzle-orm";
import type { MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { assertWorksOn, worksOn } from "#server/modules/desk/index.ts";
import { THREAD_PEOPLE_MAX } from "#shared/constants/desk.ts";
import type { SeenBy } from "#shared/schemas/tickets.ts";
import { MESSAGE_CHANGES } from "#shared/thread-messages.ts";
import { findTicket, peopleIdsOf } from "./load.ts";
import { threadUsers, toThreadPerson } from "./mention.ts";

/**
 * Tells those who may read an open ticket that somebody writes on it. Nothing of it is kept, and
 * whoever says so all the time is not passed on [WRITE-09].
 * @throws {AppError} `not_found` for whoever may not see the ticket.
 */
export const noteTyping = async (
  ctx: MemberCtx,
  { ticketId }: { ticketId: number },
): Promise<void> => {
  const { userId } = ctx.actor;
  const { status } = await findTicket(ctx.read, ticketId);
  if (status !== "Open") return;
  await ctx.write(async (tx) => {
    const ticket = await findTicket(tx, ticketId);
    if (!(await tx.tryCount({ name: "typingByMember", subject: userId })).allowed) return;
    const userIds = [...(await peopleIdsOf(tx, ticketId))];
    // Whoever is not on it sees it as one of the team, if they still are.
    if (!userIds.includes(userId)) await assertWorksOn(tx, ticket);
    tx.publish({ type: "ticket.typing", ticketId, userId, userIds });
  });
};

/**
 * Keeps up to which message one has read a ticket, and tells the others, once for each message
 * [WRITE-08]. One that was read before does nothing.
 * @throws {AppError} `not_found` for whoever may not see the ticket, and for a message of another.
 */
export const markSeen = async (
  ctx: MemberCtx,
  { ticketId, messageId }: { ticketId: number; messageId: number },
): Promise<void> => {
  const { ticketSeen: t, messages } = ctx.tables;
  const userId = ctx.actor.userId;
  await findTicket(ctx.read, ticketId);
  const mine = and(eq(t.ticketId, ticketId), eq(t.userId, userId));
  const [known] = await ctx.read.select({ messageId: t.messageId }).from(t).where(mine);
  if (known !== undefined && known.messageId >= messageId) return;
  await ctx.write(async (tx) => {
    await findTicket(tx, ticketId);
    const [message] = await tx
      .select({ id: messages.id })
      .from(messages)
      .where(and(eq(messages.id, messageId), eq(messages.ticketId, ticketId)));
    if (message === undefined) throw new AppError("not_found", MESSAGE_CHANGES.unknown);
    const [before] = await tx.select({ messageId: t.messageId }).from(t).where(mine);
    if (before !== undefined && before.messageId >= messageId) return;
    const counted = { name: "readingsByMember", subject: userId } as const;
    if (!(await tx.tryCount(counted)).allowed) return;
    const seen = { messageId, at: tx.clock.now() };
    await tx
      .insert(t)
      .values({ ticketId, userId, ...seen })
      .onConflictDoUpdate({ target: [t.ticketId, t.userId], set: seen });
    tx.publish({
      type: "ticket.seen",
      ticketId,
      readerId: userId,
      userIds: [...(await peopleIdsOf(tx, ticketId))],
    });
  });
};

/**
 * Who of the others has read a ticket, up to where and when, the latest first. Members are told of those
 * on the ticket alone: who else of the team reads it is the team's own affair.
 * @throws {AppError} `not_found` for whoever may not see it.
 */
export const listSeen = async (
  ctx: MemberCtx,
  { ticketId }: { ticketId: number },
): Promise<SeenBy[]> => {
  const { read, tables, actor } = ctx;
  const { ticketSeen: t, users } = tables;
  const ticket = await findTicket(read, ticketId);
  const onIt = worksOn(ctx, ticket)
    ? undefined
    : inArray(t.userId, [...(await peopleIdsOf(read, ticketId))]);
  const rows = await read
    .select({ userId: t.userId, messageId: t.messageId, at: t.at })
    .from(t)
    .where(and(eq(t.ticketId, ticketId), onIt))
    .orderBy(desc(t.messageId), desc(t.at))
    .limit(THREAD_PEOPLE_MAX + 1);
  const others = rows.filter(({ userId }) => userId !== actor.userId).slice(0, THREAD_PEOPLE_MAX);
  if (others.length === 0) return [];
  const found = await threadUsers(read).where(
    inArray(
      users.id,
      others.map(({ userId }) => userId),
    ),
  );
  const people = new Map(found.map((row) => [row.id, toThreadPerson(row)]));
  return others.flatMap(({ userId, messageId, at }) => {
    const person = people.get(userId);
    return person === undefined ? [] : [{ ...person, messageId, at: at.toISOString() }];
  });
};
