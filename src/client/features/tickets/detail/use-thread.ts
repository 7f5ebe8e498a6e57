import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { codeOf } from "#client/lib/api-error.ts";
import { useFeedEvent } from "#client/lib/feed/live.ts";
import { getQueryKey, trpc } from "#client/lib/trpc.ts";
import { THREAD_PAGE_SIZE } from "#shared/constants/lists.ts";
import { MESSAGE_POLL_MS } from "#shared/constants/timings.ts";
import { type Known, withNewest, withOlder } from "./known-messages.ts";

/** True where there is no such ticket, or none that one may see. */
export const isUnknown = (error: unknown): boolean => codeOf(error) === "not_found";

/** Where the thread of a ticket stands among the queries: what invalidates messages finds it, too. */
export const threadKey = (ticketId: number) =>
  getQueryKey(trpc.messages.list, { ticketId }, "query");

/**
 * The messages of a ticket, as far as they have been asked for. Asking again fetches the newest page
 * and merges it.
 * @param isLive false: polls [LIVE-04].
 * @param isThere false while there is no such ticket for this person; asks anew once there is.
 */
export const useThread = (ticketId: number, isLive: boolean, isThere: boolean) => {
  const queryClient = useQueryClient();
  const { client } = trpc.useUtils();
  const queryKey = threadKey(ticketId);

  const thread = useQuery({
    queryKey,
    queryFn: async () => {
      const page = await client.messages.list.query({ ticketId, limit: THREAD_PAGE_SIZE });
      // Read now: older ones, or one that was sent, may have come meanwhile.
      return withNewest(queryClient.getQueryData<Known>(queryKey), page);
    },
    enabled: isThere,
    staleTime: 0,
    refetchInterval: isLive ? false : MESSAGE_POLL_MS,
  });
  useFeedEvent((event) => {
    if (event.type !== "message.changed" || event.ticketId !== ticketId) return;
    const newest = queryClient.getQueryData<Known>(queryKey)?.messages.slice(-THREAD_PAGE_SIZE);
    // What is asked for again is the newest page: one before it is forgotten, with all others.
    if (newest?.some(({ id }) => id === event.messageId) === false)
      void queryClient.resetQueries({ queryKey, exact: true });
  });
  const older = useMutation({
    mutationFn: async (cursor: string) => {
      const page = await client.messages.list.query({ ticketId, cursor, limit: THREAD_PAGE_SIZE });
      queryClient.setQueryData<Known>(queryKey, (known) =>
        known?.olderCursor === cursor ? withOlder(known, page) : known,
      );
    },
  });
  return {
    thread,
    older,
  };
};
