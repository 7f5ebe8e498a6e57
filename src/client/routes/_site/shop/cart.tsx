import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/_site/shop/cart")({
  staticData: { head: () => ({ title: "Your Cart", description: null }) },
});
