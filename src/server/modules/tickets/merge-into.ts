import { and, eq, ne } from "drizzle-orm";
import type { MemberTx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { TICKET_PEOPLE_MAX } from "#shared/constants/tickets.ts";
import { TICKET_MERGES, TICKET_NOTIFICATIONS } from "#shared/ticket-messages.ts";
import { countChange, writeEntry } from "./history.ts";
import { peopleIdsOf, type TicketRow } from "./load.ts";
import { changeTicket } from "./move.ts";
import { indexTicket } from "./search-terms.ts";

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

/** Whose turn it is: the team's since the earlier of the two, or its people's since the later answer. */
const turnOf = (
  from: TicketRow,
  into: TicketRow,
): Pick<TicketRow, "waitingSince" | "answeredAt"> => {
  const waiting = [from, into].flatMap(({ waitingSince }) => waitingSince?.getTime() ?? []);
  if (waiting.length > 0) return { waitingSince: new Date(Math.min(...waiting)), answeredAt: null };
  const answered = [from, into].flatMap(({ answeredAt }) => answeredAt?.getTime() ?? []);
  const answeredAt = answered.length === 0 ? null : new Date(Math.max(...answered));
  return { waitingSince: null, answeredAt };
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
  });
  await changeTicket(tx, into, {
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
