import { createFileRoute } from "@tanstack/react-router";

/** Everything about tickets stands beside their own navigation (member §2 "Tickets area"). */
export const Route = createFileRoute("/_site/member/tickets")({});
