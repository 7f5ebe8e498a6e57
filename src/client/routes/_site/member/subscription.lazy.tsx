import { createLazyFileRoute } from "@tanstack/react-router";
import { SubscriptionPage } from "#client/features/orders/subscription-page.tsx";

export const Route = createLazyFileRoute("/_site/member/subscription")({
  component: SubscriptionPage,
});
