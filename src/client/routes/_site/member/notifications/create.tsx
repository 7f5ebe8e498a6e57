import { createFileRoute } from "@tanstack/react-router";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/member/notifications/create")({
  component: lazyScreen(areas.account, "CreatePage"),
  staticData: { head: () => ({ title: "New Notification", description: null }) },
});
