import { createFileRoute } from "@tanstack/react-router";
import { lazyLoader, lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { queueSearch } from "#client/lib/routing/list-searches.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/member/tickets/queue")({
  validateSearch: queueSearch,
  // Another ticket beside the list asks for no other list.
  loaderDeps: ({ search: { ticket: _ticket, ...narrowing } }) => narrowing,
  loader: lazyLoader(areas.queue, "loadQueue"),
  component: lazyScreen(areas.queue, "TicketQueue"),
  staticData: { head: () => ({ title: "Ticket Queue", description: null }) },
});
