import { Link } from "@tanstack/react-router";

/** The number of a ticket, which leads there. */
export const TicketLink = ({ id }: { id: number }) => (
  <Link
    to="/member/tickets/ticket/$ticketId"
    params={{ ticketId: String(id) }}
    className="rounded-sm font-semibold text-accent tabular-nums underline decoration-accent/50 underline-offset-3 hover:text-accent-strong"
  >
    #{id}
  </Link>
);
