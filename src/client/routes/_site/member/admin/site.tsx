import { createFileRoute } from "@tanstack/react-router";
import { lazyLoader, lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/member/admin/site")({
  loader: lazyLoader(areas.siteEditor, "loadSiteOverview"),
  component: lazyScreen(areas.siteEditor, "OverviewScreen"),
  staticData: { head: () => ({ title: "Site", description: null }) },
});
