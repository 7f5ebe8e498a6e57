import type { MemberContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { notify } from "#server/modules/notifications/index.ts";
import { TICKETS } from "#shared/messages.ts";
import type { Ticket } from "#shared/schemas/tickets.ts";
import { moveTicket } from "./change.ts";
import { findTicket, showTicket } from "./load.ts";

/**
 * Closes a ticket and tells everyone else who is on it (facts §4a).
 * @throws {AppError} `not_found` for whoever may not see it, `conflict` where it is closed already.
 */
export const closeTicket = async (ctx: MemberContext, { id }: { id: number }): Promise<Ticket> => {
  const { store, clock, actor } = ctx;
  return store.write(async (tx) => {
    const ticket = await findTicket(ctx, tx, id);
    if (ticket.status === "closed") throw new AppError("conflict", TICKETS.alreadyClosed);
    const people = await moveTicket(ctx, tx, ticket, "closed");
    await notify(store, tx, clock, {
      userIds: people.filter((userId) => userId !== actor.userId),
      kind: "closing",
      subject: `Ticket #${id} was closed`,
      // Nobody's name: it would outlast the account.
      message: `“${ticket.subject}” was closed. If it is not done, restore it from the trash.`,
      ticketId: id,
      createdBy: actor.userId,
    });
    return showTicket(ctx, tx, id);
  });
};
