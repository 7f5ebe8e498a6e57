import { createFileRoute } from "@tanstack/react-router";
import { entriesSearch } from "#client/features/calendar/list-search.ts";
import { lazyLoader, lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";
import { TITLES } from "#shared/title-messages.ts";

export const Route = createFileRoute("/_site/member/admin/calendar")({
  validateSearch: entriesSearch,
  loaderDeps: ({ search }) => search,
  loader: lazyLoader(areas.team, "loadCalendarEntries"),
  component: lazyScreen(areas.team, "CalendarEntries"),
  staticData: { head: () => ({ title: TITLES.calendarEntries, description: null }) },
});
