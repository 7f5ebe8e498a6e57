import { Link } from "@tanstack/react-router";
import { EmptyPanel } from "#client/components/empty-panel.tsx";
import { Button } from "#client/components/ui/button.tsx";
import type { TicketStatus } from "#shared/constants/tickets.ts";
import { TICKETS } from "#shared/messages.ts";

const EMPTY = {
  Open: {
    title: TICKETS.noneOpen,
    text: "A bug, a purchase that did not arrive, a server that will not let you in? Tell the team, and talk it through right here.",
    to: "/member/tickets/new-ticket",
    action: "Create a ticket",
  },
  closed: {
    title: TICKETS.noneClosed,
    text: "Tickets that are closed rest here, with everything that was said. Any of them can be restored.",
    to: "/member/tickets/open-tickets",
    action: "See the open tickets",
  },
} as const satisfies Record<TicketStatus, unknown>;

type NoTicketsProps = {
  status: TicketStatus;
  /** Shows everything again; null where nothing is filtered. */
  onClear: (() => void) | null;
};

/** Stands where a list has nothing, and says what to do next. */
export const NoTickets = ({ status, onClear }: NoTicketsProps) => {
  const { title, text, to, action } = EMPTY[status];
  return onClear === null ? (
    <EmptyPanel title={title} text={text}>
      <Button asChild variant={status === "Open" ? "primary" : "outline"}>
        <Link to={to}>{action}</Link>
      </Button>
    </EmptyPanel>
  ) : (
    <EmptyPanel
      title="No ticket matches."
      text="Try fewer words or another filter, or look at all of them."
    >
      <Button variant="outline" onClick={onClear}>
        Clear
      </Button>
    </EmptyPanel>
  );
};
