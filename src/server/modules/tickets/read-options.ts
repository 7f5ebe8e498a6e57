import type { MemberCtx } from "#server/context/context.ts";
import { TICKET_CATEGORIES } from "#shared/constants/tickets.ts";
import type { TicketOptions } from "#shared/schemas/tickets.ts";
import { gamesWithServers } from "./servers.ts";

/** What a ticket can be about [TICK-08]. */
export const readOptions = async (ctx: MemberCtx): Promise<TicketOptions> => ({
  gamesWithServers: Object.fromEntries(gamesWithServers(ctx)),
  categories: [...TICKET_CATEGORIES],
});
