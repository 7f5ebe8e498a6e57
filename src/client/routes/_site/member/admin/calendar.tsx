import { createFileRoute } from "@tanstack/react-router";
import { lazyLoader, lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { entriesSearch } from "#client/lib/routing/list-searches.ts";
import { areas } from "#client/routes/-areas.ts";
import { TITLES } from "#shared/messages.ts";

export const Route = createFileRoute("/_site/member/admin/calendar")({
  validateSearch: entriesSearch,
  loaderDeps: ({ search }) => search,
  loader: lazyLoader(areas.team, "loadCalendarEntries"),
  component: lazyScreen(areas.team, "CalendarEntries"),
  staticData: { head: () => ({ title: TITLES.calendarEntries, description: null }) },
});
