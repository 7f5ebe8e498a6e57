import { createFileRoute } from "@tanstack/react-router";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/member/stats")({
  component: lazyScreen(areas.members, "StatsPage"),
  staticData: { head: () => ({ title: "Stats", description: null }) },
});
