import { createFileRoute } from "@tanstack/react-router";
import { lazyLoader, lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { ticketListSearch } from "#client/lib/routing/list-searches.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/member/tickets/open-tickets")({
  validateSearch: ticketListSearch,
  loaderDeps: ({ search }) => search,
  loader: lazyLoader(areas.member, "loadOpenTickets"),
  component: lazyScreen(areas.member, "OpenTickets"),
  staticData: { head: () => ({ title: "Open Tickets", description: null }) },
});
