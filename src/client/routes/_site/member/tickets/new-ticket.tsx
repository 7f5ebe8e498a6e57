import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/_site/member/tickets/new-ticket")({
  staticData: { head: () => ({ title: "New Ticket", description: null }) },
});
