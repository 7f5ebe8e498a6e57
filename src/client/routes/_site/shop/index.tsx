import { createFileRoute } from "@tanstack/react-router";
import { lazyLoader, lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/shop/")({
  loader: lazyLoader(areas.shop, "loadShop"),
  component: lazyScreen(areas.shop, "ShopScreen"),
  staticData: {
    head: (_search, site) => ({
      title: "Shop",
      description: `Subscriptions and items for the servers of ${site.brand.name}.`,
    }),
  },
});
