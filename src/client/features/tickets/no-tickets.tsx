import { Link } from "@tanstack/react-router";
import { LostDen } from "#client/components/brand/lost-den.tsx";
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
  return (
    <div className="panel mt-6 flex flex-col items-center px-5 pt-6 pb-10 text-center">
      <LostDen className="w-full max-w-xs" />
      <h2 className="headline mt-4 text-3xl md:text-4xl">
        {onClear === null ? title : "No ticket matches."}
      </h2>
      <p className="mt-3 max-w-md text-pretty text-muted">
        {onClear === null ? text : "Try fewer words or another filter, or look at all of them."}
      </p>
      <div className="mt-6">
        {onClear === null ? (
          <Button asChild variant={status === "Open" ? "primary" : "outline"}>
            <Link to={to}>{action}</Link>
          </Button>
        ) : (
          <Button variant="outline" onClick={onClear}>
            Clear
          </Button>
        )}
      </div>
    </div>
  );
};
