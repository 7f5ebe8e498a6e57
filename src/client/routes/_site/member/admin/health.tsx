import { createFileRoute } from "@tanstack/react-router";
import { lazyLoader, lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/member/admin/health")({
  loader: lazyLoader(areas.operation, "loadHealth"),
  component: lazyScreen(areas.operation, "HealthScreen"),
  staticData: { head: () => ({ title: "Health", description: null }) },
});
