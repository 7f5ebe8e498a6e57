import { assertMay } from "#server/access/rights.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { findTicket } from "#server/modules/tickets/index.ts";

/**
 * Tells the team, and nobody else, that somebody of it looks at a ticket [QUEUE-06]. Nothing of it is
 * stored: whoever has not said so for 45 seconds looks no more.
 * @throws {AppError} `not_found` where there is no such ticket.
 */
export const lookAtTicket = async (
  ctx: MemberCtx,
  { id, is }: { id: number; is: "came" | "there" | "left" },
): Promise<void> => {
  const { actor } = ctx;
  await findTicket(ctx.read, id);
  await ctx.write(async (tx) => {
    await assertMay(tx, "tickets");
    tx.publish({ type: "ticket.viewed", ticketId: id, userId: actor.userId, is });
  });
};
