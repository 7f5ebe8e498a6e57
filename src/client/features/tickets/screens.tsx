import { FOREVER, PAGES, type ScreenLoader } from "#client/lib/routing/lazy-route.ts";
import { withSearch } from "#client/lib/routing/with-search.tsx";
import { may } from "#client/lib/session/may.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import type { TicketStatus } from "#shared/constants/tickets.ts";
import { listInputOf } from "./filters.tsx";
import { TicketListScreen } from "./list-screen.tsx";
import type { TicketListSearch } from "./list-search.ts";

export { TicketsLayout } from "./layout.tsx";

export const OpenTickets = withSearch<TicketListSearch>((props) => (
  <TicketListScreen status="Open" {...props} />
));
export const ClosedTickets = withSearch<TicketListSearch>((props) => (
  <TicketListScreen status="closed" {...props} />
));

const listLoader =
  (status: TicketStatus): ScreenLoader<TicketListSearch> =>
  ({ queries, site: { games, tickets }, user, search }) => {
    const input = listInputOf(status, search, {
      seesAll: may(user, "tickets"),
      games,
      tickets,
    });
    void queries.tickets.options.prefetch(undefined, FOREVER);
    void queries.tickets.list.prefetchInfinite({ ...input, limit: PAGE_SIZE }, PAGES);
  };

export const loadOpenTickets = listLoader("Open");
export const loadClosedTickets = listLoader("closed");
