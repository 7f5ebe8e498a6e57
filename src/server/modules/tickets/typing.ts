import type { MemberCtx } from "#server/context/context.ts";
import { assertWorksOn } from "#server/modules/desk/index.ts";
import { findTicket, peopleIdsOf } from "./load.ts";

/**
 * Tells those who may read an open ticket that somebody writes on it. Nothing of it is kept, and
 * whoever says so all the time is not passed on [WRITE-09].
 * @throws {AppError} `not_found` for whoever may not see the ticket.
 */
export const noteTyping = async (
  ctx: MemberCtx,
  { ticketId }: { ticketId: number },
): Promise<void> => {
  const { userId } = ctx.actor;
  const { status } = await findTicket(ctx.read, ticketId);
  if (status !== "Open") return;
  await ctx.write(async (tx) => {
    const ticket = await findTicket(tx, ticketId);
    if (!(await tx.tryCount({ name: "typingByMember", subject: userId })).allowed) return;
    const userIds = [...(await peopleIdsOf(tx, ticketId))];
    // Whoever is not on it sees it as one of the team, if they still are.
    if (!userIds.includes(userId)) await assertWorksOn(tx, ticket);
    tx.publish({ type: "ticket.typing", ticketId, userId, userIds });
  });
};
