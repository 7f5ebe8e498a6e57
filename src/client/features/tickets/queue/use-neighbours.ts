import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type Known, withNewest } from "#client/features/tickets/detail/known-messages.ts";
import { threadKey } from "#client/features/tickets/detail/use-thread.ts";
import { inBackground } from "#client/lib/session/cause.ts";
import { trpc } from "#client/lib/trpc.ts";
import { THREAD_PAGE_SIZE } from "#shared/constants/lists.ts";

/** So long what was fetched ahead is good enough to begin with. */
const AHEAD = { staleTime: 60_000 };

/** Has the tickets before and after one at hand, so that going on to them waits for nothing. */
export const useNeighbours = (ids: readonly number[]): void => {
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  const wanted = ids.join(" ");
  useEffect(() => {
    const fetchAhead = (id: number) => {
      void utils.tickets.byId.prefetch({ id }, AHEAD);
      void utils.tickets.history.prefetch({ id }, AHEAD);
      void utils.queue.facts.prefetch({ id }, AHEAD);
      const queryKey = threadKey(id);
      void queryClient.prefetchQuery({
        queryKey,
        queryFn: async () => {
          const page = await utils.client.messages.list.query({
            ticketId: id,
            limit: THREAD_PAGE_SIZE,
          });
          return withNewest(queryClient.getQueryData<Known>(queryKey), page);
        },
        ...AHEAD,
      });
    };
    inBackground(() => {
      for (const id of wanted.split(" ")) if (id !== "") fetchAhead(Number(id));
    });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- Only other tickets are fetched anew.
  }, [wanted]);
};
