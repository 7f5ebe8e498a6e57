import { keepPreviousData } from "@tanstack/react-query";
import { useRef } from "react";
import { LoadFailed } from "#client/components/load-failed.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { cn } from "#client/lib/cn.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { trpc } from "#client/lib/trpc.ts";
import { useLoadMore } from "#client/lib/use-load-more.ts";
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
  const rows = useRef<HTMLUListElement>(null);
  const { title, eyebrow, failed } = TEXTS[status];
  const tickets = list.data?.pages
    .flatMap((page) => page.items)
    .filter((ticket) => !hidden.has(ticket.id));
  const { isFetchingNextPage, hasNextPage } = list;
  const loadMore = useLoadMore(list, rows, tickets?.length ?? 0);
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
      {tickets === undefined ? (
        list.isError ? (
          <div className="mt-6">
            <LoadFailed
              message={failed}
              isRetrying={list.isFetching}
              onRetry={() => void list.refetch()}
            />
          </div>
        ) : (
          <TicketRowSkeletons />
        )
      ) : tickets.length === 0 && !hasNextPage ? (
        <NoTickets status={status} onClear={isFiltered(input) ? clear : null} />
      ) : (
        <>
          <ul
            ref={rows}
            aria-busy={list.isPlaceholderData}
            className={cn(
              "panel @container mt-6 divide-y divide-night-700 transition-opacity",
              list.isPlaceholderData && "opacity-60",
            )}
          >
            {tickets.map((ticket) => (
              <TicketRow
                key={ticket.id}
                ticket={ticket}
                buttonRef={welcomeBack(ticket.id)}
                onMove={() => move(ticket)}
              />
            ))}
          </ul>
          {list.isFetchNextPageError && <Alert className="mt-5">{failed}</Alert>}
          {hasNextPage && (
            <div className="mt-5 flex justify-center">
              <Button variant="outline" isBusy={isFetchingNextPage} onClick={loadMore}>
                {list.isFetchNextPageError ? "Try again" : "Load more"}
              </Button>
            </div>
          )}
        </>
      )}
      <output className="sr-only">
        {tickets !== undefined &&
          !list.isPlaceholderData &&
          `${tickets.length} ${tickets.length === 1 ? "ticket" : "tickets"} shown`}
      </output>
    </>
  );
};
