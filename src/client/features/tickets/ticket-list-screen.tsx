import { keepPreviousData } from "@tanstack/react-query";
import { useRef } from "react";
import { PagedList } from "#client/components/paged-list.tsx";
import { useSession } from "#client/lib/session/use-session.ts";
import { trpc } from "#client/lib/trpc.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import type { TicketStatus } from "#shared/constants/tickets.ts";
import { TICKETS } from "#shared/messages.ts";
import type { TicketListSearch } from "./list-search.ts";
import { NoTickets } from "./no-tickets.tsx";
import { isFiltered, listInputOf } from "./ticket-filter.ts";
import { TicketFilters } from "./ticket-filters.tsx";
import { TicketRow, TicketRowSkeletons } from "./ticket-row.tsx";
import { useStatusChange } from "./use-status-change.ts";

const TEXTS: Record<TicketStatus, { title: string; eyebrow: string; failed: string }> = {
  Open: { title: "Open Tickets", eyebrow: "Support", failed: TICKETS.openFailed },
  closed: { title: "Trash", eyebrow: "Closed tickets", failed: TICKETS.closedFailed },
};

type TicketListScreenProps = {
  status: TicketStatus;
  /** What is shown, from the address. */
  search: TicketListSearch;
  onSearch: (change: Partial<TicketListSearch>) => void;
};

/** The open list and the trash (member §2 "Tickets area"). */
export const TicketListScreen = ({ status, search, onSearch }: TicketListScreenProps) => {
  const isAdmin = useSession()?.role === "Admin";
  const input = { ...listInputOf(status, search, isAdmin), limit: PAGE_SIZE };
  const list = trpc.tickets.list.useInfiniteQuery(input, {
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
  const { hidden, move, welcomeBack } = useStatusChange(input);
  const heading = useRef<HTMLHeadingElement>(null);
  const { title, eyebrow, failed } = TEXTS[status];
  const tickets = list.data?.pages
    .flatMap((page) => page.items)
    .filter((ticket) => !hidden.has(ticket.id));
  const clear = () => {
    heading.current?.focus({ preventScroll: true });
    onSearch({ q: undefined, game: undefined, category: undefined, mine: undefined });
  };

  return (
    <>
      <p className="eyebrow">{eyebrow}</p>
      <h1 ref={heading} tabIndex={-1} className="headline mt-2 text-5xl outline-none md:text-6xl">
        {title}
      </h1>
      <TicketFilters search={search} isAdmin={isAdmin} onSearch={onSearch} />
      <div className="mt-6">
        <PagedList
          list={list}
          items={tickets}
          label={title}
          counted={["ticket", "tickets"]}
          failure={failed}
          skeletons={<TicketRowSkeletons />}
          empty={<NoTickets status={status} onClear={isFiltered(input) ? clear : null} />}
        >
          {(ticket) => (
            <TicketRow
              key={ticket.id}
              ticket={ticket}
              buttonRef={welcomeBack(ticket.id)}
              onMove={() => move(ticket)}
            />
          )}
        </PagedList>
      </div>
    </>
  );
};
