import { createFileRoute } from "@tanstack/react-router";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/member/admin/site_/publish")({
  component: lazyScreen(areas.siteEditor, "PublishScreen"),
  staticData: { head: () => ({ title: "Publish", description: null }) },
});
