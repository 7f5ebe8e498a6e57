import { Link } from "@tanstack/react-router";
import { ListScreen } from "#client/components/list-screen.tsx";
import { EmptyPanel } from "#client/components/load-states.tsx";
import { NextSteps, useOverview } from "#client/components/next-steps.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { PAGED, clearedSearch, itemsOf } from "#client/lib/lists.ts";
import type { SearchProps } from "#client/lib/routing/with-search.tsx";
import { useMay } from "#client/lib/session/may.ts";
import { useSite } from "#client/lib/site.ts";
import { trpc } from "#client/lib/trpc.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import type { TicketStatus } from "#shared/constants/tickets.ts";
import { TICKETS, TICKET_LISTS } from "#shared/ticket-messages.ts";
import { TicketFilters, isFiltered, listInputOf } from "./filters.tsx";
import { type TicketListSearch, ticketListSearch } from "./list-search.ts";
import { TicketRow, TicketRowSkeletons } from "./row.tsx";
import { useStatusChange } from "./use-status-change.ts";

const EMPTY = {
  Open: { title: TICKETS.noneOpen, to: "/member/tickets/new-ticket", variant: "primary" },
  closed: { title: TICKETS.noneClosed, to: "/member/tickets/open-tickets", variant: "outline" },
} as const satisfies Record<TicketStatus, unknown>;

/** Stands where there is no ticket of a status, and says what to do next. */
const NoTickets = ({ status }: { status: TicketStatus }) => {
  const { title, to, variant } = EMPTY[status];
  const { data: overview, isPending } = useOverview();
  const { text, action } = TICKET_LISTS[status].empty;
  // What stands below the steps does not move when they come.
  if (status === "Open" && isPending) return <TicketRowSkeletons />;
  return (
    <>
      {status === "Open" && overview !== undefined && (
        <NextSteps overview={overview} className="mb-4" />
      )}
      <EmptyPanel title={title} text={text}>
        <Button asChild variant={variant}>
          <Link to={to}>{action}</Link>
        </Button>
      </EmptyPanel>
    </>
  );
};

const FAILURES: Record<TicketStatus, string> = {
  Open: TICKETS.openFailed,
  closed: TICKETS.closedFailed,
};

type TicketListScreenProps = SearchProps<TicketListSearch> & {
  status: TicketStatus;
};

/** The open list and the trash [TICK-11]. */
export const TicketListScreen = ({ status, search, onSearch }: TicketListScreenProps) => {
  const seesAll = useMay("tickets");
  const { games, tickets } = useSite();
  const input = { ...listInputOf(status, search, { seesAll, games, tickets }), limit: PAGE_SIZE };
  const list = trpc.tickets.list.useInfiniteQuery(input, PAGED);
  const { hidden, move, welcomeBack } = useStatusChange(input);
  const { title, eyebrow } = TICKET_LISTS[status];

  return (
    <ListScreen
      eyebrow={eyebrow}
      title={title}
      filters={
        <TicketFilters status={status} search={search} seesAll={seesAll} onSearch={onSearch} />
      }
      list={list}
      items={itemsOf(list.data)?.filter((ticket) => !hidden.has(ticket.id))}
      counted={["ticket", "tickets"]}
      failure={FAILURES[status]}
      skeletons={<TicketRowSkeletons />}
      noMatch={
        isFiltered(input)
          ? {
              ...TICKET_LISTS.noMatch,
              search: search.q,
              onClear: () => onSearch(clearedSearch(ticketListSearch)),
            }
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
