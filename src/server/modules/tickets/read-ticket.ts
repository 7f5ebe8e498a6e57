import type { MemberCtx } from "#server/context/context.ts";
import type { Ticket } from "#shared/schemas/tickets.ts";
import { findTicket, showTicket } from "./load.ts";
import { noteTicketRead } from "./note-ticket-read.ts";

/**
 * One ticket [TICK-01].
 * @throws {AppError} `not_found` for whoever may not see it.
 */
export const readTicket = async (ctx: MemberCtx, { id }: { id: number }): Promise<Ticket> => {
  const { read } = ctx;
  await noteTicketRead(ctx, await findTicket(read, id));
  return showTicket(read, id);
};
