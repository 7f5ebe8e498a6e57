import { createFileRoute } from "@tanstack/react-router";
import { orderSearch } from "#client/features/shop-administration/list-search.ts";
import { lazyLoader, lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/member/admin/orders")({
  validateSearch: orderSearch,
  loaderDeps: ({ search }) => search,
  loader: lazyLoader(areas.administration, "loadOrders"),
  component: lazyScreen(areas.administration, "Orders"),
  staticData: { head: () => ({ title: "Orders", description: null }) },
});
