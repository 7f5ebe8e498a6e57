import { and, eq, inArray } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";
import { peopleIdsOf } from "./load.ts";

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
