import type { MemberContext } from "#server/context.ts";
import { TICKET_CATEGORIES } from "#shared/constants/tickets.ts";
import type { TicketOptions } from "#shared/schemas/tickets.ts";
import { gamesWithServers } from "./servers.ts";

/** What a ticket can be about (facts §6). */
export const readOptions = async (ctx: MemberContext): Promise<TicketOptions> => ({
  gamesWithServers: Object.fromEntries(gamesWithServers(ctx)),
  categories: [...TICKET_CATEGORIES],
});
