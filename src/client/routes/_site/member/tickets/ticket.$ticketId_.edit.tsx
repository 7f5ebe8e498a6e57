import { createFileRoute } from "@tanstack/react-router";
import { lazyLoader, lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/member/tickets/ticket/$ticketId_/edit")({
  loader: lazyLoader(areas.ticket, "loadTicketToEdit"),
  component: lazyScreen(areas.ticket, "EditTicket"),
  staticData: {
    head: (_search, _site, { ticketId }) => ({
      title: `Edit Ticket #${ticketId}`,
      description: null,
    }),
  },
});
