import { createFileRoute } from "@tanstack/react-router";
import { lazyLoader, lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { todaySearch } from "#client/lib/routing/list-searches.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/member/admin/")({
  validateSearch: todaySearch,
  loaderDeps: ({ search }) => search,
  loader: lazyLoader(areas.today, "loadToday"),
  component: lazyScreen(areas.today, "TodayFigures"),
  staticData: { head: () => ({ title: "Today", description: null }) },
});
