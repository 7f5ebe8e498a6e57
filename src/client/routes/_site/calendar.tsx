import { createFileRoute } from "@tanstack/react-router";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { searchSchema, searchText } from "#client/lib/search.ts";
import { areas } from "#client/routes/-areas.ts";
import { TITLES } from "#shared/messages.ts";

const search = searchSchema({
  /** The key of the server that it is narrowed to. */
  server: searchText,
});

export const Route = createFileRoute("/_site/calendar")({
  validateSearch: search,
  component: lazyScreen(areas.calendar, "CalendarScreen"),
  staticData: {
    head: (_search, { brand }) => ({
      title: TITLES.calendar,
      description: TITLES.calendarAbout(brand.name),
    }),
  },
});
