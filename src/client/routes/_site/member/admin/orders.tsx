import { createFileRoute } from "@tanstack/react-router";
import { lazyLoader, lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { orderSearch } from "#client/lib/routing/list-searches.ts";
import { areas } from "#client/routes/-areas.ts";
import { TITLES } from "#shared/messages.ts";

export const Route = createFileRoute("/_site/member/admin/orders")({
  validateSearch: orderSearch,
  loaderDeps: ({ search }) => search,
  loader: lazyLoader(areas.team, "loadOrders"),
  component: lazyScreen(areas.team, "Orders"),
  staticData: {
    head: (raw) => {
      const { order } = orderSearch(raw);
      return {
        title: order === undefined ? "Orders" : TITLES.order(order),
        description: null,
      };
    },
  },
});
