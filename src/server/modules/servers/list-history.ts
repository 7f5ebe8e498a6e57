import type { StatusBoard } from "#server/context/status-board.ts";
import type { StatusGame } from "#shared/constants/games.ts";
import type { ServerHistory } from "#shared/schemas/servers.ts";

/** The 24-hour charts of one game's servers, in their order. From memory. */
export const listHistory = (
  { board }: { board: StatusBoard },
  { game }: { game: StatusGame },
): ServerHistory[] => [...board.history(game)];
