import { createLazyFileRoute } from "@tanstack/react-router";
import { NotificationsPage } from "#client/features/notifications/notifications-page.tsx";

export const Route = createLazyFileRoute("/_site/member/notifications/")({
  component: NotificationsPage,
});
