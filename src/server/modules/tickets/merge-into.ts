import { and, eq, inArray, ne } from "drizzle-orm";
import type { MemberTx, Tx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { TICKET_PEOPLE_MAX } from "#shared/constants/tickets.ts";
import { TICKET_MERGES, TICKET_NOTIFICATIONS } from "#shared/ticket-messages.ts";
import { countChange, peopleIdsOf, type TicketRow, writeEntry } from "./load.ts";
import { changeTicket, UNFOLLOWED } from "./move.ts";
import { indexTicket } from "./search-terms.ts";

/** Moves who is mentioned and who has read what, as far as the other account has nothing of its own there. */
const moveReadings = async (tx: Tx, { from, to }: { from: string; to: string }): Promise<void> => {
  const { messageMentions, ticketSeen } = tx.tables;
  const mentions = await tx
    .delete(messageMentions)
    .where(eq(messageMentions.userId, from))
    .returning();
  for (const row of mentions)
    await tx
      .insert(messageMentions)
      .values({ ...row, userId: to })
      .onConflictDoNothing();
  const readings = await tx.delete(ticketSeen).where(eq(ticketSeen.userId, from)).returning();
  for (const row of readings)
    await tx
      .insert(ticketSeen)
      .values({ ...row, userId: to })
      .onConflictDoNothing();
};

/** Makes tickets, messages and acts of one account those of another, in the caller's transaction. */
export const moveTickets = async (
  tx: Tx,
  { from, to }: { from: string; to: string },
): Promise<void> => {
  const { tickets, ticketPeople, ticketEntries, messages } = tx.tables;
  await moveReadings(tx, { from, to });
  const on = await tx
    .select({ ticketId: ticketPeople.ticketId, status: ticketPeople.status })
    .from(ticketPeople)
    .where(eq(ticketPeople.userId, from));
  await tx.delete(ticketPeople).where(eq(ticketPeople.userId, from));
  for (const row of on)
    await tx
      .insert(ticketPeople)
      .values({ ...row, userId: to })
      .onConflictDoNothing();
  await tx.update(tickets).set({ createdBy: to }).where(eq(tickets.createdBy, from));
  await tx.update(tickets).set({ assigneeId: to }).where(eq(tickets.assigneeId, from));
  await tx.update(tickets).set({ firstAnsweredBy: to }).where(eq(tickets.firstAnsweredBy, from));
  await tx.update(messages).set({ authorId: to }).where(eq(messages.authorId, from));
  await tx.update(ticketEntries).set({ actorId: to }).where(eq(ticketEntries.actorId, from));
  for (const { ticketId } of on) {
    const named = await tx
      .select({ id: ticketEntries.id, details: ticketEntries.details })
      .from(ticketEntries)
      .where(
        and(
          eq(ticketEntries.ticketId, ticketId),
          inArray(ticketEntries.act, ["assigned", "unassigned"]),
        ),
      );
    for (const { id, details } of named)
      if (details.includes(from))
        await tx
          .update(ticketEntries)
          .set({ details: [...new Set(details.map((one) => (one === from ? to : one)))] })
          .where(eq(ticketEntries.id, id));
    const userIds = [...(await peopleIdsOf(tx, ticketId))];
    tx.publish({ type: "ticket.changed", ticketId, userIds });
  }
};

const refuse = (sentence: string) => new AppError("conflict", sentence);

/** @throws {AppError} `conflict` with what keeps the two apart. */
const assertMergeable = (from: TicketRow, into: TicketRow): void => {
  if (from.id === into.id) throw refuse(TICKET_MERGES.same);
  if (from.createdBy !== into.createdBy) throw refuse(TICKET_MERGES.otherPerson);
  if (from.mergedInto !== null) throw refuse(TICKET_MERGES.already(from.mergedInto));
  if (into.mergedInto !== null) throw refuse(TICKET_MERGES.targetMerged(into.mergedInto));
  if (into.status !== "Open") throw refuse(TICKET_MERGES.targetClosed);
};

/** Puts everyone of one ticket on the other as well. @returns all who are on either. */
const joinPeople = async (
  tx: MemberTx,
  from: TicketRow,
  into: TicketRow,
): Promise<readonly string[]> => {
  const { ticketPeople } = tx.tables;
  const [there, here] = [await peopleIdsOf(tx, into.id), await peopleIdsOf(tx, from.id)];
  const added = here.filter((userId) => !there.includes(userId));
  const all = [...there, ...added];
  if (all.length > TICKET_PEOPLE_MAX)
    throw new AppError("conflict", TICKET_MERGES.tooManyPeople(TICKET_PEOPLE_MAX));
  if (added.length > 0)
    await tx
      .insert(ticketPeople)
      .values(added.map((userId) => ({ ticketId: into.id, userId, status: into.status })));
  await tx.update(ticketPeople).set({ status: "closed" }).where(eq(ticketPeople.ticketId, from.id));
  return all;
};

const laterOf = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other > one) ? other : one;

/** Whose turn it is: the team's since the earlier of the two, or its people's since the later answer. */
const turnOf = (
  from: TicketRow,
  into: TicketRow,
): Pick<TicketRow, "waitingSince" | "answeredAt" | "quietSince"> => {
  const waiting = [from, into].flatMap(({ waitingSince }) => waitingSince?.getTime() ?? []);
  if (waiting.length > 0)
    return { waitingSince: new Date(Math.min(...waiting)), answeredAt: null, quietSince: null };
  return {
    waitingSince: null,
    answeredAt: laterOf(from.answeredAt, into.answeredAt),
    quietSince: laterOf(from.quietSince, into.quietSince),
  };
};

/** Who of the team first answered: on the ticket itself, or else on the one that is merged into it. */
const firstAnswerOf = (
  from: TicketRow,
  into: TicketRow,
): Partial<Pick<TicketRow, "firstAnsweredAt" | "firstAnsweredBy">> => {
  if (into.firstAnsweredAt !== null || from.firstAnsweredAt === null) return {};
  // It was answered from its opening on, if that came later.
  const at = Math.max(from.firstAnsweredAt.getTime(), into.createdAt.getTime());
  return { firstAnsweredAt: new Date(at), firstAnsweredBy: from.firstAnsweredBy };
};

/** Whoever has read both to the end has read what they become. */
const keepSeen = async (tx: MemberTx, from: TicketRow, into: TicketRow): Promise<void> => {
  const { ticketSeen: t } = tx.tables;
  const rows = await tx
    .select()
    .from(t)
    .where(inArray(t.ticketId, [from.id, into.id]));
  const there = new Map(rows.map((row) => [`${row.ticketId} ${row.userId}`, row.messageId]));
  const messageId = Math.max(from.lastMessageId, into.lastMessageId);
  const hasRead = ({ id, lastMessageId }: TicketRow, userId: string) =>
    (there.get(`${id} ${userId}`) ?? 0) >= lastMessageId;
  for (const userId of new Set(rows.map((row) => row.userId))) {
    if (!hasRead(from, userId) || !hasRead(into, userId)) continue;
    const seen = { messageId, at: tx.clock.now() };
    await tx
      .insert(t)
      .values({ ticketId: into.id, userId, ...seen })
      .onConflictDoUpdate({ target: [t.ticketId, t.userId], set: seen });
  }
};

/**
 * Merges a ticket into an open one of the same creator, in the caller's transaction: what was said and
 * what happened moves, everyone on either is on that one and is told, and the merged one is closed for
 * good [AID-05]. Its own opening stays with it, and so do subject and description.
 * @throws {AppError} `conflict` with what keeps the two apart, `too_many_requests`.
 */
export const mergeTicketInto = async (
  tx: MemberTx,
  from: TicketRow,
  into: TicketRow,
): Promise<void> => {
  const { messages, ticketEntries } = tx.tables;
  assertMergeable(from, into);
  await countChange(tx);
  const userIds = [...(await joinPeople(tx, from, into))];
  await keepSeen(tx, from, into);
  const [moved] = await tx
    .update(messages)
    .set({ ticketId: into.id })
    .where(eq(messages.ticketId, from.id))
    .returning({ id: messages.id });
  await tx
    .update(ticketEntries)
    .set({ ticketId: into.id })
    .where(and(eq(ticketEntries.ticketId, from.id), ne(ticketEntries.act, "opened")));
  await changeTicket(tx, from, {
    status: "closed",
    closedAt: from.closedAt ?? tx.clock.now(),
    mergedInto: into.id,
    waitingSince: null,
    answeredAt: null,
    quietSince: null,
  });
  await changeTicket(tx, into, {
    ...UNFOLLOWED,
    // What is late stays late, and nobody is told of it twice.
    overdueAt: into.overdueAt ?? from.overdueAt,
    priority: Math.min(from.priority, into.priority),
    ...turnOf(from, into),
    ...firstAnswerOf(from, into),
    assigneeId: into.assigneeId ?? from.assigneeId,
  });
  for (const { id } of [from, into]) await indexTicket(tx, id);
  for (const { id } of [from, into])
    await writeEntry(tx, id, { act: "merged", details: [String(from.id), String(into.id)] });
  await tx.audit({
    action: "ticket.merged",
    subject: from.createdBy,
    after: { ticketId: from.id, intoTicketId: into.id },
  });
  await tx.notify({
    userIds: userIds.filter((userId) => userId !== tx.actor.userId),
    kind: "closing",
    ...TICKET_NOTIFICATIONS.merged(from.id, into.id, into.subject),
    ticketId: into.id,
    createdBy: tx.actor.userId,
  });
  for (const { id } of [from, into]) tx.publish({ type: "ticket.changed", ticketId: id, userIds });
  if (moved !== undefined)
    tx.publish({ type: "message.changed", ticketId: into.id, messageId: moved.id, userIds });
};
