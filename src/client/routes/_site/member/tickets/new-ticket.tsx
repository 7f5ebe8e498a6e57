import { createFileRoute } from "@tanstack/react-router";
import { lazyLoader, lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { newTicketSearch } from "#client/lib/routing/list-searches.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/member/tickets/new-ticket")({
  validateSearch: newTicketSearch,
  loader: lazyLoader(areas.ticket, "loadNewTicket"),
  component: lazyScreen(areas.ticket, "NewTicketScreen"),
  staticData: { head: () => ({ title: "New Ticket", description: null }) },
});
