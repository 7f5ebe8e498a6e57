import type { MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import type { Ticket } from "#shared/schemas/tickets.ts";
import { TICKETS } from "#shared/ticket-messages.ts";
import { moveTicket } from "./change.ts";
import { findTicket, showTicket } from "./load.ts";

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
