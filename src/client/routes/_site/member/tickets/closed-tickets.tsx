import { createFileRoute } from "@tanstack/react-router";
import { lazyLoader, lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { ticketListSearch } from "#client/lib/routing/list-searches.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/member/tickets/closed-tickets")({
  validateSearch: ticketListSearch,
  loaderDeps: ({ search }) => search,
  loader: lazyLoader(areas.member, "loadClosedTickets"),
  component: lazyScreen(areas.member, "ClosedTickets"),
  staticData: { head: () => ({ title: "Trash", description: null }) },
});
