import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/_site/member/notifications/")({
  staticData: { head: () => ({ title: "Notifications", description: null }) },
});
