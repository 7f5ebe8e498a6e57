import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/_site/member/subscription")({
  staticData: { head: () => ({ title: "Subscription", description: null }) },
});
