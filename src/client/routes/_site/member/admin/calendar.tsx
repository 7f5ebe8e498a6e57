import { createFileRoute } from "@tanstack/react-router";
import { lazyLoader, lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";
import { CALENDAR_ADMIN } from "#shared/calendar-messages.ts";

export const Route = createFileRoute("/_site/member/admin/calendar")({
  loader: lazyLoader(areas.administration, "loadCalendarEntries"),
  component: lazyScreen(areas.administration, "CalendarEntries"),
  staticData: { head: () => ({ title: CALENDAR_ADMIN.title, description: null }) },
});
