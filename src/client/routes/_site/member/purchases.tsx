import { createFileRoute } from "@tanstack/react-router";
import { lazyLoader, lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { searchNumber, searchSchema } from "#client/lib/search.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/member/purchases")({
  /** The number of the only order that is shown. */
  validateSearch: searchSchema({ order: searchNumber }),
  loaderDeps: ({ search }) => search,
  loader: lazyLoader(areas.account, "loadPurchases"),
  component: lazyScreen(areas.account, "Purchases"),
  staticData: { head: () => ({ title: "Purchases", description: null }) },
});
