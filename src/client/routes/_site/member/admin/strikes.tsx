import { createFileRoute } from "@tanstack/react-router";
import { lazyLoader, lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { strikeSearch } from "#client/lib/routing/list-searches.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/member/admin/strikes")({
  validateSearch: strikeSearch,
  loaderDeps: ({ search }) => search,
  loader: lazyLoader(areas.team, "loadStrikes"),
  component: lazyScreen(areas.team, "Strikes"),
  staticData: { head: () => ({ title: "Strikes", description: null }) },
});
