import type { MemberContext } from "#server/context.ts";
import type { Ticket } from "#shared/schemas/tickets.ts";
import { showTicket } from "./load.ts";

/**
 * One ticket (member §3).
 * @throws {AppError} `not_found` for whoever may not see it.
 */
export const readTicket = (ctx: MemberContext, { id }: { id: number }): Promise<Ticket> =>
  showTicket(ctx, ctx.store.read, id);
