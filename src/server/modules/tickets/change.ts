import { eq } from "drizzle-orm";
import type { MemberTx } from "#server/context/context.ts";
import type { TicketStatus } from "#shared/constants/tickets.ts";
import { noteAdminActs } from "./admin-act.ts";
import { countChange, writeEntry } from "./history.ts";
import { peopleIdsOf, type TicketRow } from "./load.ts";

type Changes = Partial<Omit<TicketRow, "id" | "createdBy" | "createdAt" | "updatedAt">>;

/** Changes a ticket's own row. Its `updatedAt` is always later than it was, whatever the clock says. */
export const changeTicket = async (
  tx: MemberTx,
  { id, updatedAt }: Pick<TicketRow, "id" | "updatedAt">,
  changes: Changes = {},
): Promise<void> => {
  const { tickets } = tx.tables;
  const at = new Date(Math.max(tx.clock.now().getTime(), updatedAt.getTime() + 1));
  await tx
    .update(tickets)
    .set({ ...changes, updatedAt: at })
    .where(eq(tickets.id, id));
};

/**
 * Closes or restores a ticket, for all who are on it.
 * @returns their ids.
 */
export const moveTicket = async (
  tx: MemberTx,
  ticket: TicketRow,
  status: TicketStatus,
): Promise<readonly string[]> => {
  const { ticketPeople } = tx.tables;
  const ticketId = ticket.id;
  await noteAdminActs(tx, ticket, [
    {
      action: status === "closed" ? "ticket.closed" : "ticket.restored",
      before: { status: ticket.status },
      after: { ticketId, status },
    },
  ]);
  await countChange(tx);
  await changeTicket(tx, ticket, { status });
  await tx.update(ticketPeople).set({ status }).where(eq(ticketPeople.ticketId, ticketId));
  await writeEntry(tx, ticketId, { act: status === "closed" ? "closed" : "restored" });
  const userIds = [...(await peopleIdsOf(tx, ticketId))];
  tx.publish({ type: "ticket.changed", ticketId, userIds });
  return userIds;
};
