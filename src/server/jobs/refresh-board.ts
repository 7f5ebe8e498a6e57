import type { StatusBoard } from "#server/context/status-board.ts";
import type { FeedHub } from "#server/live/feed.ts";
import type { Job } from "./job.ts";

/**
 * Takes new points into the charts, and lets a status grow stale where nobody polls any more.
 * Every instance does it for its own memory.
 */
export const refreshBoardJob = ({
  board,
  feeds,
}: {
  board: StatusBoard;
  feeds: Pick<FeedHub, "send">;
}): Job => ({
  name: "refresh-board",
  everyMs: 60_000,
  leased: false,
  run: async () => {
    await board.reloadHistory();
    const rows = await board.reload(null);
    if (rows.length > 0)
      feeds.send("everyone", {
        type: "servers.changed",
        rows: [...rows],
        summary: board.summary(),
      });
  },
});
