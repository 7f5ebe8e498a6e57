import { createFileRoute } from "@tanstack/react-router";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

/** Everything that the team alone sees stands under one navigation. */
export const Route = createFileRoute("/_site/member/admin")({
  component: lazyScreen(areas.administration, "AdminLayout"),
});
