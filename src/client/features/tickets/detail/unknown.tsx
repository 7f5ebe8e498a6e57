import { Link } from "@tanstack/react-router";
import { LostDen } from "#client/components/brand/lost-den.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { TICKETS, TICKET_SCREEN } from "#shared/ticket-messages.ts";

/** Whether this part of an address can be the number of a ticket. */
export const isTicketNumber = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text);

/** Stands where there is no ticket of this number, or none that one may see. */
export const TicketUnknown = () => (
  <div className="panel flex flex-col items-center px-5 pt-8 pb-10 text-center">
    <LostDen className="w-full max-w-sm" />
    <h1 className="headline mt-6 text-4xl md:text-5xl">{TICKETS.unknown}</h1>
    <p className="mt-3 max-w-md text-pretty text-muted">{TICKET_SCREEN.unknownHint}</p>
    <Button asChild className="mt-7">
      <Link to="/member/tickets/open-tickets">{TICKET_SCREEN.backToOpen}</Link>
    </Button>
  </div>
);
