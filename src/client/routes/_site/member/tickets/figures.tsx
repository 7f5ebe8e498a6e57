import { createFileRoute } from "@tanstack/react-router";
import { lazyLoader, lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { figuresSearch } from "#client/lib/routing/list-searches.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/member/tickets/figures")({
  validateSearch: figuresSearch,
  // Another table, or another order of it, asks for nothing new.
  loaderDeps: ({ search: { weeks, category, helper } }) => ({ weeks, category, helper }),
  loader: lazyLoader(areas.figures, "loadFigures"),
  component: lazyScreen(areas.figures, "TicketFigures"),
  staticData: { head: () => ({ title: "Ticket Figures", description: null }) },
});
