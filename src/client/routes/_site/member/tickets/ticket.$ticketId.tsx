import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/_site/member/tickets/ticket/$ticketId")({
  staticData: {
    head: (_search, _site, { ticketId }) => ({ title: `Ticket #${ticketId}`, description: null }),
  },
});
