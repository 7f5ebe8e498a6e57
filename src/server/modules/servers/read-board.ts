import type { StatusBoard } from "#server/context/status-board.ts";
import type { StatusGame } from "#shared/constants/games.ts";
import type { ServerRow, ServerHistory, ServersSummary } from "#shared/schemas/servers.ts";

/** The servers of one game, in the order of `community.toml`. From memory. */
export const listServers = (
  { board }: { board: StatusBoard },
  { game }: { game: StatusGame },
): ServerRow[] => [...board.rows(game)];

/** The 24-hour charts of one game's servers, in their order. From memory. */
export const listHistory = (
  { board }: { board: StatusBoard },
  { game }: { game: StatusGame },
): ServerHistory[] => [...board.history(game)];

/** How many servers there are, how many are online, how many people play. From memory. */
export const summarizeServers = ({ board }: { board: StatusBoard }): ServersSummary =>
  board.summary();
