import { createFileRoute } from "@tanstack/react-router";
import { lazyLoader, lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/member/subscription")({
  loader: lazyLoader(areas.account, "loadSubscription"),
  component: lazyScreen(areas.account, "SubscriptionPage"),
  staticData: { head: () => ({ title: "Subscription", description: null }) },
});
