import { createFileRoute } from "@tanstack/react-router";
import { lazyLoader, lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/member/purchases")({
  loader: lazyLoader(areas.account, "loadPurchases"),
  component: lazyScreen(areas.account, "PurchasesPage"),
  staticData: { head: () => ({ title: "Purchases", description: null }) },
});
