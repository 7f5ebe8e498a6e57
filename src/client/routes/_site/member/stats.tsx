import { createFileRoute } from "@tanstack/react-router";
import { lazyLoader, lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/member/stats")({
  loader: lazyLoader(areas.overview, "loadOverview"),
  component: lazyScreen(areas.overview, "StatsPage"),
  staticData: { head: () => ({ title: "Stats", description: null }) },
});
