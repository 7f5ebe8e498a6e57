import { useEffect, useMemo } from "react";
import { useLive } from "#client/lib/feed/live.ts";
import { trpc } from "#client/lib/trpc.ts";
import { PAGE_SIZE_MAX } from "#shared/constants/lists.ts";
import { MESSAGE_POLL_MS } from "#shared/constants/timings.ts";
import type { TicketNote } from "#shared/schemas/notes.ts";

const NONE: readonly TicketNote[] = [];

/**
 * The notes on a ticket, oldest first, as far back as the thread is shown.
 * @param isTeam false: nobody else asks for them.
 * @param since the time from which on the thread is shown; empty for all of it.
 */
export const useNotes = (ticketId: number, isTeam: boolean, since: string) => {
  const isLive = useLive(isTeam);
  const notes = trpc.notes.list.useInfiniteQuery(
    { id: ticketId, limit: PAGE_SIZE_MAX },
    {
      enabled: isTeam,
      getNextPageParam: ({ nextCursor }) => nextCursor,
      refetchInterval: isLive ? false : MESSAGE_POLL_MS,
    },
  );
  const { data, hasNextPage, isFetchingNextPage, isError, fetchNextPage, refetch } = notes;
  const loaded = useMemo(
    () => data?.pages.toReversed().flatMap(({ items }) => items) ?? NONE,
    [data],
  );
  const [oldest] = loaded;
  const isShort = hasNextPage && oldest !== undefined && oldest.createdAt > since;
  useEffect(() => {
    if (isShort && !isFetchingNextPage && !isError) void fetchNextPage();
  }, [isShort, isFetchingNextPage, isError, fetchNextPage]);
  return {
    notes: isTeam ? loaded : NONE,
    hasFailed: isTeam && isError && data === undefined,
    retry: () => void refetch(),
  };
};
