import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/_site/member/tickets/ticket/$ticketId_/edit")({
  staticData: {
    head: (_search, _site, { ticketId }) => ({
      title: `Edit Ticket #${ticketId}`,
      description: null,
    }),
  },
});
