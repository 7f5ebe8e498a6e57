import { FRESH_PAGES, forAdmins } from "#client/lib/routing/lazy-route.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";

export { CalendarEntries } from "./entries-screen.tsx";

export const loadCalendarEntries = forAdmins(({ queries }) => {
  void queries.calendar.entries.prefetchInfinite({ limit: PAGE_SIZE }, FRESH_PAGES);
});
