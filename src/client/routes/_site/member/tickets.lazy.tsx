import { createLazyFileRoute } from "@tanstack/react-router";
import { TicketsLayout } from "#client/features/tickets/tickets-layout.tsx";

export const Route = createLazyFileRoute("/_site/member/tickets")({ component: TicketsLayout });
