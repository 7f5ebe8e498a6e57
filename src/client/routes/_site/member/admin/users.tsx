import { createFileRoute } from "@tanstack/react-router";
import { lazyLoader, lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { userListSearch } from "#client/lib/routing/list-searches.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/member/admin/users")({
  validateSearch: userListSearch,
  loaderDeps: ({ search }) => search,
  loader: lazyLoader(areas.administration, "loadUsers"),
  component: lazyScreen(areas.administration, "Users"),
  staticData: { head: () => ({ title: "Users", description: null }) },
});
