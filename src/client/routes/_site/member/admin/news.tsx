import { createFileRoute } from "@tanstack/react-router";
import { lazyLoader, lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { newsSearch } from "#client/lib/routing/list-searches.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/member/admin/news")({
  validateSearch: newsSearch,
  loaderDeps: ({ search }) => search,
  loader: lazyLoader(areas.team, "loadWrittenNews"),
  component: lazyScreen(areas.team, "NewsList"),
  staticData: { head: () => ({ title: "News", description: null }) },
});
