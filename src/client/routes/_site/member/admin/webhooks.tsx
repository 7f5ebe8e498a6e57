import { createFileRoute } from "@tanstack/react-router";
import { lazyLoader, lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/member/admin/webhooks")({
  loader: lazyLoader(areas.team, "loadWebhooks"),
  component: lazyScreen(areas.team, "Webhooks"),
  staticData: { head: () => ({ title: "Webhooks", description: null }) },
});
