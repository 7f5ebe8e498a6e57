import { createFileRoute } from "@tanstack/react-router";
import { lazyLoader, lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { teamSearch } from "#client/lib/routing/list-searches.ts";
import { areas } from "#client/routes/-areas.ts";
import { TITLES } from "#shared/messages.ts";

export const Route = createFileRoute("/_site/member/admin/team")({
  validateSearch: teamSearch,
  loaderDeps: ({ search }) => search,
  loader: lazyLoader(areas.team, "loadTeam"),
  component: lazyScreen(areas.team, "Team"),
  staticData: { head: () => ({ title: TITLES.team, description: null }) },
});
