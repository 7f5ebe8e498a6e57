import { createFileRoute } from "@tanstack/react-router";
import { lazyLoader, lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/member/tickets/ticket/$ticketId")({
  loader: lazyLoader(areas.ticket, "loadTicket"),
  component: lazyScreen(areas.ticket, "Ticket"),
  staticData: {
    head: (_search, _site, { ticketId }) => ({ title: `Ticket #${ticketId}`, description: null }),
  },
});
