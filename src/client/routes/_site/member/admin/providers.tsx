import { createFileRoute } from "@tanstack/react-router";
import { lazyLoader, lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/member/admin/providers")({
  loader: lazyLoader(areas.team, "loadProviders"),
  component: lazyScreen(areas.team, "ProvidersScreen"),
  staticData: { head: () => ({ title: "Providers", description: null }) },
});
