import { FRESH_PAGES, forThose } from "#client/lib/routing/lazy-route.ts";
import { withSearch } from "#client/lib/routing/with-search.tsx";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { EntriesPage } from "./entries-screen.tsx";
import type { EntriesSearch } from "./list-search.ts";

export const CalendarEntries = withSearch(EntriesPage);

export const loadCalendarEntries = forThose<EntriesSearch>("site", ({ queries, search }) => {
  const { kind, when, sort } = search;
  const input = { kind, when, sort, limit: PAGE_SIZE };
  void queries.calendar.entries.prefetchInfinite(input, FRESH_PAGES);
});
