import { createFileRoute } from "@tanstack/react-router";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";
import { TITLES } from "#shared/messages.ts";

export const Route = createFileRoute("/_site/member/tickets/ticket/$ticketId_/transcript")({
  component: lazyScreen(areas.ticket, "Transcript"),
  staticData: {
    head: (_search, _site, { ticketId }) => ({
      title: TITLES.transcript(Number(ticketId)),
      description: null,
    }),
  },
});
