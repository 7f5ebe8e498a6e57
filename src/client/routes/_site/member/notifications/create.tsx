import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/_site/member/notifications/create")({
  staticData: { head: () => ({ title: "New Notification", description: null }) },
});
