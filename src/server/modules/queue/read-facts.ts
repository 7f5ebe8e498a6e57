import type { MemberCtx } from "#server/context/context.ts";
import { findTeamTicket, noteTicketRead } from "#server/modules/tickets/index.ts";
import type { TicketFacts } from "#shared/schemas/queue.ts";
import { toFacts } from "./show.ts";

/**
 * What the team sees of one ticket beyond what those on it see.
 * @throws {AppError} `not_found` for whoever may not see it; `forbidden` for whoever is merely on it.
 */
export const readFacts = async (ctx: MemberCtx, { id }: { id: number }): Promise<TicketFacts> => {
  const ticket = await findTeamTicket(ctx.read, id);
  await noteTicketRead(ctx, ticket);
  return toFacts(ctx.read, ticket);
};
