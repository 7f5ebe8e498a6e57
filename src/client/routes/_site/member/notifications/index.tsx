import { createFileRoute } from "@tanstack/react-router";
import { lazyLoader, lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/member/notifications/")({
  loader: lazyLoader(areas.notifications, "loadNotifications"),
  component: lazyScreen(areas.notifications, "NotificationsPage"),
  staticData: { head: () => ({ title: "Notifications", description: null }) },
});
