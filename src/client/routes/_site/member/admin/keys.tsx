import { createFileRoute } from "@tanstack/react-router";
import { lazyLoader, lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { keySearch } from "#client/lib/routing/list-searches.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/member/admin/keys")({
  validateSearch: keySearch,
  loaderDeps: ({ search }) => search,
  loader: lazyLoader(areas.team, "loadKeys"),
  component: lazyScreen(areas.team, "Keys"),
  staticData: { head: () => ({ title: "Bridge Keys", description: null }) },
});
