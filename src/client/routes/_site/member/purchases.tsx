import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/_site/member/purchases")({
  staticData: { head: () => ({ title: "Purchases", description: null }) },
});
