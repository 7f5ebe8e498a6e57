import type { MemberCtx } from "#server/context/context.ts";
import {
  findTeamTicket,
  noteTicketRead,
  findTicketToWorkOn,
} from "#server/modules/tickets/index.ts";
import type { TicketFacts } from "#shared/schemas/queue.ts";
import { toFacts } from "./show.ts";

/**
 * Tells the team, and nobody else, that somebody of it looks at a ticket [QUEUE-06]. Nothing of it is
 * stored: whoever has not said so for 45 seconds looks no more.
 * @throws {AppError} `not_found` where there is no such ticket; `forbidden` for whoever is merely on it.
 */
export const lookAtTicket = async (
  ctx: MemberCtx,
  { id, is }: { id: number; is: "came" | "there" | "left" },
): Promise<void> => {
  const { actor } = ctx;
  await findTeamTicket(ctx.read, id);
  await ctx.write(async (tx) => {
    await findTicketToWorkOn(tx, id);
    tx.publish({ type: "ticket.viewed", ticketId: id, userId: actor.userId, is });
  });
};

/**
 * What the team sees of one ticket beyond what those on it see.
 * @throws {AppError} `not_found` for whoever may not see it; `forbidden` for whoever is merely on it.
 */
export const readFacts = async (ctx: MemberCtx, { id }: { id: number }): Promise<TicketFacts> => {
  const ticket = await findTeamTicket(ctx.read, id);
  await noteTicketRead(ctx, ticket);
  return toFacts(ctx.read, ticket);
};
