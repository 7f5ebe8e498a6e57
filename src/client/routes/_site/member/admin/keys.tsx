import { createFileRoute } from "@tanstack/react-router";
import { keySearch } from "#client/features/bridge/list-search.ts";
import { lazyLoader, lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/member/admin/keys")({
  validateSearch: keySearch,
  loaderDeps: ({ search }) => search,
  loader: lazyLoader(areas.team, "loadKeys"),
  component: lazyScreen(areas.team, "Keys"),
  staticData: { head: () => ({ title: "Bridge Keys", description: null }) },
});
