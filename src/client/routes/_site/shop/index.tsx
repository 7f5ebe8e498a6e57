import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/_site/shop/")({
  staticData: { head: () => ({ title: "Shop", description: null }) },
});
