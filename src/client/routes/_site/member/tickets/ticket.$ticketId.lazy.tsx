import { createLazyFileRoute } from "@tanstack/react-router";
import { TicketScreen } from "#client/features/tickets/detail/ticket-screen.tsx";
import { TicketUnknown } from "#client/features/tickets/detail/ticket-unknown.tsx";
import { isTicketNumber } from "#client/features/tickets/ticket-number.ts";

const Detail = () => {
  const { ticketId } = Route.useParams();
  if (!isTicketNumber(ticketId)) return <TicketUnknown />;
  // Another ticket begins anew.
  return <TicketScreen key={ticketId} ticketId={Number(ticketId)} />;
};

export const Route = createLazyFileRoute("/_site/member/tickets/ticket/$ticketId")({
  component: Detail,
});
