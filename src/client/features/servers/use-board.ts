import { useEffect } from "react";
import { useLive } from "#client/lib/feed/live.ts";
import { trpc } from "#client/lib/trpc.ts";
import type { StatusGame } from "#shared/constants/games.ts";
import { HISTORY_BUCKET_MS, STATUS_FALLBACK_POLL_MS } from "#shared/constants/timings.ts";
import { MESSAGES } from "#shared/messages.ts";

/**
 * The servers of one game, fetched on the first visit of its tab, kept for the session and moved by
 * the live feed; polled while the feed is down.
 */
export const useBoard = (game: StatusGame, isSeen: boolean) => {
  const isLive = useLive(isSeen);
  const board = trpc.servers.board.useQuery(
    { game },
    {
      enabled: isSeen,
      staleTime: Number.POSITIVE_INFINITY,
      // The feed moves what is there; it brings nothing to a table that is empty.
      refetchInterval: ({ state }) =>
        isLive && state.data !== undefined ? false : STATUS_FALLBACK_POLL_MS,
    },
  );
  const history = trpc.servers.history.useQuery(
    { game },
    { enabled: isSeen, staleTime: HISTORY_BUCKET_MS, refetchInterval: HISTORY_BUCKET_MS },
  );
  useEffect(() => {
    if (board.error !== null) console.warn(MESSAGES.statusFailed, board.error.message);
  }, [board.error]);
  return {
    rows: board.data,
    isFailed: board.isError && board.data === undefined,
    isRetrying: board.isFetching,
    retry: () => void board.refetch(),
    historyOf: (key: string) => history.data?.find((entry) => entry.key === key),
    isLive,
  };
};
