import { isStatusGame, STATUS_GAMES } from "#shared/constants/games.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { SiteRow } from "./site-row.ts";

export const SERVER_ROWS: readonly SiteRow[] = [
  {
    method: "GET",
    path: "/server/{game}",
    procedure: "servers.status",
    section: "Servers",
    summary: "The servers of one game, as they were last seen. Never waits for a game server.",
    reply: "json",
    unknown: MESSAGES.unknownGame,
    input: ({ params }) => ({ game: params["game"]?.toLowerCase() }),
    ready: {
      usual: STATUS_GAMES.map((game) => ({ game })),
      reply: ({ board }, { game = "" }) => {
        const known = game.toLowerCase();
        return isStatusGame(known) ? board.json(known) : undefined;
      },
    },
  },
];
