import { createFileRoute } from "@tanstack/react-router";
import { lazyLoader, lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { notificationSearch } from "#client/lib/routing/list-searches.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/member/notifications/")({
  validateSearch: notificationSearch,
  loaderDeps: ({ search }) => search,
  loader: lazyLoader(areas.account, "loadNotifications"),
  component: lazyScreen(areas.account, "NotificationsPage"),
  staticData: { head: () => ({ title: "Notifications", description: null }) },
});
