import { createFileRoute } from "@tanstack/react-router";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/shop/cart")({
  component: lazyScreen(areas.shop, "Cart"),
  staticData: {
    head: (_search, site) => ({
      title: "Your Cart",
      description: `What you are about to buy at ${site.brand.name}.`,
    }),
  },
});
