import { createFileRoute } from "@tanstack/react-router";
import { orderSearch } from "#client/features/shop-administration/list-search.ts";

export const Route = createFileRoute("/_site/member/admin/orders")({
  validateSearch: orderSearch,
  staticData: { head: () => ({ title: "Orders", description: null }) },
});
