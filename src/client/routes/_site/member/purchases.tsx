import { createFileRoute } from "@tanstack/react-router";
import { lazyLoader } from "#client/lib/routing/lazy-loader.ts";
import { lazyScreen } from "#client/lib/routing/lazy-screen.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/member/purchases")({
  loader: lazyLoader(areas.orders, "loadPurchases"),
  component: lazyScreen(areas.orders, "PurchasesPage"),
  staticData: { head: () => ({ title: "Purchases", description: null }) },
});
