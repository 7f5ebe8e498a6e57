import type { AppRouter } from "#server/trpc/router.ts";
import { isStatusGame, STATUS_GAMES } from "#shared/constants/games.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { RestRow } from "./row.ts";

type ProcedureName<Record_, Prefix extends string = ""> = {
  [Key in keyof Record_ & string]: Record_[Key] extends { _def: unknown }
    ? `${Prefix}${Key}`
    : ProcedureName<Record_[Key], `${Prefix}${Key}.`>;
}[keyof Record_ & string];

type Row = RestRow<ProcedureName<AppRouter["_def"]["record"]>>;

/** The calls of the specifications, in their order. */
export const REST_TABLE: readonly Row[] = [
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
