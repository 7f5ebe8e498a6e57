import { PAGES, type ScreenLoader } from "#client/lib/routing/lazy-route.ts";
import { withSearch } from "#client/lib/routing/with-search.tsx";
import type { NotificationSearch } from "./list-search.ts";
import { NotificationsScreen } from "./page.tsx";
import { listInputOf } from "./use-notifications.ts";
export { CreatePage } from "./create-page.tsx";

export const NotificationsPage = withSearch<NotificationSearch>(NotificationsScreen);

export const loadNotifications: ScreenLoader<NotificationSearch> = ({ queries, search }) => {
  void queries.notifications.list.prefetchInfinite(listInputOf(search.show), PAGES);
};
