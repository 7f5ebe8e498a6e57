import { LENGTHS } from "#shared/constants/accounts.ts";
import { TICKET_CATEGORIES, TICKET_GAMES, type TicketStatus } from "#shared/constants/tickets.ts";
import { line } from "#shared/schemas/text.ts";
import type { TicketListInput } from "#shared/schemas/tickets.ts";
import type { TicketListSearch } from "./list-search.ts";

const words = line(LENGTHS.search);

/** What the server is asked for: what nobody can ask for is left out of what the address says. */
export const listInputOf = (
  status: TicketStatus,
  { q, game, category, mine }: TicketListSearch,
  isAdmin: boolean,
): TicketListInput => {
  const search = q === undefined ? undefined : words.safeParse(q).data;
  return {
    status,
    ...(search !== undefined && search !== "" && { search }),
    ...(game !== undefined && TICKET_GAMES.includes(game) && { game }),
    category: TICKET_CATEGORIES.find((name) => name === category),
    ...(isAdmin && mine === true && { isMine: true }),
  };
};

/** Whether a list shows less than everything of its status. */
export const isFiltered = ({ search, game, category, isMine }: TicketListInput): boolean =>
  search !== undefined || game !== undefined || category !== undefined || isMine === true;
