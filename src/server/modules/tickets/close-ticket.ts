import type { MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import type { Ticket } from "#shared/schemas/tickets.ts";
import { TICKETS } from "#shared/ticket-messages.ts";
import { moveTicket } from "./change.ts";
import { findTicket, showTicket } from "./load.ts";

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
      subject: `Ticket #${id} was closed`,
      // Nobody's name: it would outlast the account.
      message: `“${ticket.subject}” was closed. If it is not done, restore it from the trash.`,
      ticketId: id,
      createdBy: actor.userId,
    });
    return showTicket(tx, id);
  });
};
