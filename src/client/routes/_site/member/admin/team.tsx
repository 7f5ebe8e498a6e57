import { createFileRoute } from "@tanstack/react-router";
import { teamSearch } from "#client/features/administration/list-search.ts";
import { lazyLoader, lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";
import { TITLES } from "#shared/title-messages.ts";

export const Route = createFileRoute("/_site/member/admin/team")({
  validateSearch: teamSearch,
  loaderDeps: ({ search }) => search,
  loader: lazyLoader(areas.team, "loadTeam"),
  component: lazyScreen(areas.team, "Team"),
  staticData: { head: () => ({ title: TITLES.team, description: null }) },
});
