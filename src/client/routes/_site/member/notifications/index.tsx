import { createFileRoute } from "@tanstack/react-router";
import { lazyLoader } from "#client/lib/routing/lazy-loader.ts";
import { lazyScreen } from "#client/lib/routing/lazy-screen.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/member/notifications/")({
  loader: lazyLoader(areas.notifications, "loadNotifications"),
  component: lazyScreen(areas.notifications, "NotificationsPage"),
  staticData: { head: () => ({ title: "Notifications", description: null }) },
});
