import { noteRead } from "#server/access/note-read.ts";
import { may } from "#server/access/rights.ts";
import type { MemberCtx } from "#server/context/context.ts";
import type { Ticket } from "#shared/schemas/tickets.ts";
import { findTicket, showTicket, peopleIdsOf, type TicketRow } from "./load.ts";

/**
 * One ticket [TICK-01].
 * @throws {AppError} `not_found` for whoever may not see it.
 */
export const readTicket = async (ctx: MemberCtx, { id }: { id: number }): Promise<Ticket> => {
  const { read } = ctx;
  await noteTicketRead(ctx, await findTicket(read, id));
  return showTicket(read, id);
};

/** Writes down that an Admin reads a ticket, or its thread, which they are not on. */
export const noteTicketRead = async (
  ctx: MemberCtx,
  { id, createdBy }: TicketRow,
): Promise<void> => {
  const { actor } = ctx;
  if (!may(actor, "tickets") || createdBy === actor.userId) return;
  const people = await peopleIdsOf(ctx.read, id);
  if (people.includes(actor.userId)) return;
  await noteRead(ctx, { action: "ticket.read", subject: createdBy, after: { ticketId: id } });
};
