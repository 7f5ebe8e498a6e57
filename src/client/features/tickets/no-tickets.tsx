import { Link } from "@tanstack/react-router";
import { EmptyPanel } from "#client/components/empty-panel.tsx";
import { Button } from "#client/components/ui/button.tsx";
import type { TicketStatus } from "#shared/constants/tickets.ts";
import { TICKETS, TICKET_LISTS } from "#shared/ticket-messages.ts";

const EMPTY = {
  Open: { title: TICKETS.noneOpen, to: "/member/tickets/new-ticket", variant: "primary" },
  closed: { title: TICKETS.noneClosed, to: "/member/tickets/open-tickets", variant: "outline" },
} as const satisfies Record<TicketStatus, unknown>;

/** Stands where there is no ticket of a status, and says what to do next. */
export const NoTickets = ({ status }: { status: TicketStatus }) => {
  const { title, to, variant } = EMPTY[status];
  const { text, action } = TICKET_LISTS[status].empty;
  return (
    <EmptyPanel title={title} text={text}>
      <Button asChild variant={variant}>
        <Link to={to}>{action}</Link>
      </Button>
    </EmptyPanel>
  );
};
