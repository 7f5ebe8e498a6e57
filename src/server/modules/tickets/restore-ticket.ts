import type { MemberContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { TICKETS } from "#shared/messages.ts";
import type { Ticket } from "#shared/schemas/tickets.ts";
import { moveTicket } from "./change.ts";
import { findTicket, showTicket } from "./load.ts";

/**
 * Opens a closed ticket again.
 * @throws {AppError} `not_found` for whoever may not see it, `conflict` where it is open already.
 */
export const restoreTicket = async (ctx: MemberContext, { id }: { id: number }): Promise<Ticket> =>
  ctx.store.write(async (tx) => {
    const ticket = await findTicket(ctx, tx, id);
    if (ticket.status === "Open") throw new AppError("conflict", TICKETS.alreadyOpen);
    await moveTicket(ctx, tx, ticket, "Open");
    return showTicket(ctx, tx, id);
  });
