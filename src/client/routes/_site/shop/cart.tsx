import { createFileRoute } from "@tanstack/react-router";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/shop/cart")({
  component: lazyScreen(areas.cart, "Cart"),
  staticData: { head: () => ({ title: "Your Cart", description: null }) },
});
