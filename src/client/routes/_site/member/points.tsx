import { createFileRoute } from "@tanstack/react-router";
import { lazyLoader, lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { statementSearch } from "#client/lib/routing/list-searches.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/member/points")({
  validateSearch: statementSearch,
  loaderDeps: ({ search }) => search,
  loader: lazyLoader(areas.account, "loadStatement"),
  component: lazyScreen(areas.account, "Statement"),
  staticData: { head: () => ({ title: "Points", description: null }) },
});
