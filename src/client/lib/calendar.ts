import { useLive } from "#client/lib/feed/live.ts";
import { trpc } from "#client/lib/trpc.ts";
import { CALENDAR_DAYS } from "#shared/constants/calendar.ts";
import { MEMBER_POLL_MS } from "#shared/constants/timings.ts";

/** What the calendar is asked for. */
const upcomingInput = (server?: string) => ({
  days: CALENDAR_DAYS,
  ...(server !== undefined && { server }),
});

/**
 * What goes on and what comes, kept in step with the server.
 * @param server the key of a server, with what is about the whole community; all without one.
 */
export const useUpcoming = (server?: string) => {
  const isLive = useLive(true);
  return trpc.calendar.upcoming.useQuery(upcomingInput(server), {
    staleTime: MEMBER_POLL_MS,
    refetchInterval: isLive ? false : MEMBER_POLL_MS,
  });
};
