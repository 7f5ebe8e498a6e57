import type { StatusBoard } from "#server/context/status-board.ts";
import type { StatusGame } from "#shared/constants/games.ts";
import type { ServerRow } from "#shared/schemas/servers.ts";

/** The servers of one game, in the order of `community.toml`. From memory. */
export const listServers = (
  { board }: { board: StatusBoard },
  { game }: { game: StatusGame },
): ServerRow[] => [...board.rows(game)];
