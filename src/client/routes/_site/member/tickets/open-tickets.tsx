import { createFileRoute } from "@tanstack/react-router";
import { ticketListSearch } from "#client/features/tickets/list-search.ts";

export const Route = createFileRoute("/_site/member/tickets/open-tickets")({
  validateSearch: ticketListSearch,
  staticData: { head: () => ({ title: "Open Tickets", description: null }) },
});
