import { createLazyFileRoute } from "@tanstack/react-router";
import { TicketUnknown } from "#client/features/tickets/detail/ticket-unknown.tsx";
import { EditTicketScreen } from "#client/features/tickets/edit-ticket-screen.tsx";
import { isTicketNumber } from "#client/features/tickets/ticket-number.ts";

const Edit = () => {
  const { ticketId } = Route.useParams();
  if (!isTicketNumber(ticketId)) return <TicketUnknown />;
  return <EditTicketScreen key={ticketId} ticketId={Number(ticketId)} />;
};

export const Route = createLazyFileRoute("/_site/member/tickets/ticket/$ticketId_/edit")({
  component: Edit,
});
