import type { MemberContext } from "#server/context.ts";
import type { Ticket } from "#shared/schemas/tickets.ts";
import { findTicket, showTicket } from "./load.ts";
import { noteTicketRead } from "./note-ticket-read.ts";

/**
 * One ticket (member §3).
 * @throws {AppError} `not_found` for whoever may not see it.
 */
export const readTicket = async (ctx: MemberContext, { id }: { id: number }): Promise<Ticket> => {
  const { read } = ctx.store;
  await noteTicketRead(ctx, await findTicket(ctx, read, id));
  return showTicket(ctx, read, id);
};
