import { PAGES, type ScreenLoader } from "#client/lib/routing/lazy-route.ts";
import { ALL } from "./use-notifications.ts";
export { CreatePage } from "./create-page.tsx";
export { NotificationsPage } from "./page.tsx";

export const loadNotifications: ScreenLoader = ({ queries }) => {
  void queries.notifications.list.prefetchInfinite(ALL, PAGES);
};
