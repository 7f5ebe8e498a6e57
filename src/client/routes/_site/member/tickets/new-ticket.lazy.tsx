import { createLazyFileRoute } from "@tanstack/react-router";
import { NewTicketScreen } from "#client/features/tickets/new-ticket-screen.tsx";

export const Route = createLazyFileRoute("/_site/member/tickets/new-ticket")({
  component: NewTicketScreen,
});
