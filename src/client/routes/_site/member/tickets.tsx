import { createFileRoute } from "@tanstack/react-router";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

/** Everything about tickets stands beside their own navigation. */
export const Route = createFileRoute("/_site/member/tickets")({
  component: lazyScreen(areas.member, "TicketsLayout"),
});
