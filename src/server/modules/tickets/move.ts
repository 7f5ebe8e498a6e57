import { eq } from "drizzle-orm";
import type { MemberTx, MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import type { TicketStatus } from "#shared/constants/tickets.ts";
import type { Ticket } from "#shared/schemas/tickets.ts";
import { TICKET_NOTIFICATIONS, TICKETS } from "#shared/ticket-messages.ts";
import { noteAdminActs } from "./admin-act.ts";
import { countChange, writeEntry } from "./history.ts";
import { peopleIdsOf, type TicketRow, findTicket, showTicket } from "./load.ts";

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
const moveTicket = async (
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

/**
 * Closes a ticket and tells everyone else who is on it [TICK-07].
 * @throws {AppError} `not_found` for whoever may not see it, `conflict` where it is closed already.
 */
export const closeTicket = async (ctx: MemberCtx, { id }: { id: number }): Promise<Ticket> => {
  const { actor } = ctx;
  return ctx.write(async (tx) => {
    const ticket = await findTicket(tx, id);
    if (ticket.status === "closed") throw new AppError("conflict", TICKETS.alreadyClosed);
    const people = await moveTicket(tx, ticket, "closed");
    await tx.notify({
      userIds: people.filter((userId) => userId !== actor.userId),
      kind: "closing",
      ...TICKET_NOTIFICATIONS.closed(id, ticket.subject),
      ticketId: id,
      createdBy: actor.userId,
    });
    return showTicket(tx, id);
  });
};

/**
 * Opens a closed ticket again.
 * @throws {AppError} `not_found` for whoever may not see it, `conflict` where it is open already.
 */
export const restoreTicket = async (ctx: MemberCtx, { id }: { id: number }): Promise<Ticket> =>
  ctx.write(async (tx) => {
    const ticket = await findTicket(tx, id);
    if (ticket.status === "Open") throw new AppError("conflict", TICKETS.alreadyOpen);
    await moveTicket(tx, ticket, "Open");
    return showTicket(tx, id);
  });
