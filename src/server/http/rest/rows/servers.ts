import { hasStatus } from "#shared/rules/games.ts";
import type { SiteRow } from "./site-row.ts";

export const SERVER_ROWS: readonly SiteRow[] = [
  {
    method: "GET",
    path: "/server/{game}",
    procedure: "servers.status",
    section: "Servers",
    summary: "The servers of one game, as they were last seen. Never waits for a game server.",
    reply: "json",
    input: ({ params }) => ({ game: params["game"]?.toLowerCase() }),
    ready: {
      usual: ({ games }) => games.filter(hasStatus).map(({ key }) => ({ game: key })),
      reply: ({ board }, { game = "" }) => board.json(game.toLowerCase()) ?? undefined,
    },
  },
];
