import { ListScreen } from "#client/components/list-screen.tsx";
import { clearedSearch } from "#client/lib/list-filter.ts";
import { itemsOf, PAGED } from "#client/lib/pages.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { trpc } from "#client/lib/trpc.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import type { TicketStatus } from "#shared/constants/tickets.ts";
import { TICKETS, TICKET_LISTS } from "#shared/ticket-messages.ts";
import { type TicketListSearch, ticketListSearch } from "./list-search.ts";
import { NoTickets } from "./no-tickets.tsx";
import { isFiltered, listInputOf } from "./ticket-filter.ts";
import { TicketFilters } from "./ticket-filters.tsx";
import { TicketRow, TicketRowSkeletons } from "./ticket-row.tsx";
import { useStatusChange } from "./use-status-change.ts";

const FAILURES: Record<TicketStatus, string> = {
  Open: TICKETS.openFailed,
  closed: TICKETS.closedFailed,
};

type TicketListScreenProps = {
  status: TicketStatus;
  /** What is shown, from the address. */
  search: TicketListSearch;
  onSearch: (change: Partial<TicketListSearch>) => void;
};

/** The open list and the trash [TICK-11]. */
export const TicketListScreen = ({ status, search, onSearch }: TicketListScreenProps) => {
  const isAdmin = useSession()?.role === "Admin";
  const input = { ...listInputOf(status, search, isAdmin), limit: PAGE_SIZE };
  const list = trpc.tickets.list.useInfiniteQuery(input, PAGED);
  const { hidden, move, welcomeBack } = useStatusChange(input);
  const { title, eyebrow } = TICKET_LISTS[status];

  return (
    <ListScreen
      eyebrow={eyebrow}
      title={title}
      filters={<TicketFilters search={search} isAdmin={isAdmin} onSearch={onSearch} />}
      list={list}
      items={itemsOf(list.data)?.filter((ticket) => !hidden.has(ticket.id))}
      counted={["ticket", "tickets"]}
      failure={FAILURES[status]}
      skeletons={<TicketRowSkeletons />}
      noMatch={
        isFiltered(input)
          ? { ...TICKET_LISTS.noMatch, onClear: () => onSearch(clearedSearch(ticketListSearch)) }
          : null
      }
      empty={<NoTickets status={status} />}
    >
      {(ticket) => (
        <TicketRow
          key={ticket.id}
          ticket={ticket}
          buttonRef={welcomeBack(ticket.id)}
          onMove={() => move(ticket)}
        />
      )}
    </ListScreen>
  );
};
