import { isNarrowed, searchTermsIn } from "#client/lib/list-filter.ts";
import { TICKET_CATEGORIES, TICKET_GAMES, type TicketStatus } from "#shared/constants/tickets.ts";
import type { TicketListInput } from "#shared/schemas/tickets.ts";
import type { TicketListSearch } from "./list-search.ts";

/** What the server is asked for: what nobody can ask for is left out of what the address says. */
export const listInputOf = (
  status: TicketStatus,
  { q, game, category, mine }: TicketListSearch,
  isAdmin: boolean,
): TicketListInput => {
  const search = searchTermsIn(q);
  return {
    status,
    ...(search !== undefined && { search }),
    ...(game !== undefined && TICKET_GAMES.includes(game) && { game }),
    category: TICKET_CATEGORIES.find((name) => name === category),
    ...(isAdmin && mine === true && { isMine: true }),
  };
};

/** Whether a list shows less than everything of its status. */
export const isFiltered = ({ search, game, category, isMine }: TicketListInput): boolean =>
  isNarrowed({ search, game, category, isMine });
