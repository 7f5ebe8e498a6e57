import { createFileRoute } from "@tanstack/react-router";
import { lazyLoader } from "#client/lib/routing/lazy-loader.ts";
import { lazyScreen } from "#client/lib/routing/lazy-screen.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/shop/")({
  loader: lazyLoader(areas.shop, "loadShop"),
  component: lazyScreen(areas.shop, "ShopScreen"),
  staticData: { head: () => ({ title: "Shop", description: null }) },
});
