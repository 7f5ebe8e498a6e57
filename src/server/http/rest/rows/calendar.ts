import type { SiteRow } from "./site-row.ts";

/** What happens when. */
export const CALENDAR_ROWS: readonly SiteRow[] = [
  {
    section: "Calendar",
    method: "GET",
    path: "/calendar",
    procedure: "calendar.upcoming",
    summary:
      "What goes on now and what comes, the soonest first: of one server with `server`, so many `days` ahead.",
    reply: "json",
    input: ({ query: { days, server } }) => ({
      server,
      ...(days !== undefined && { days: Number(days) }),
    }),
  },
];
