import { createFileRoute } from "@tanstack/react-router";
import { statementSearch } from "#client/features/points/statement-search.ts";
import { lazyLoader, lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/member/points")({
  validateSearch: statementSearch,
  loaderDeps: ({ search }) => search,
  loader: lazyLoader(areas.account, "loadStatement"),
  component: lazyScreen(areas.account, "Statement"),
  staticData: { head: () => ({ title: "Points", description: null }) },
});
