import { eq } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";
import { peopleIdsOf } from "./load.ts";

/** Takes somebody whose account is removed off every ticket, in the caller's transaction. */
export const leaveTickets = async (tx: Tx, userId: string): Promise<void> => {
  const { ticketPeople } = tx.tables;
  const left = await tx
    .delete(ticketPeople)
    .where(eq(ticketPeople.userId, userId))
    .returning({ ticketId: ticketPeople.ticketId });
  for (const { ticketId } of left) {
    const userIds = [...(await peopleIdsOf(tx, ticketId))];
    tx.publish({ type: "ticket.changed", ticketId, userIds });
  }
};
