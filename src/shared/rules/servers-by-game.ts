import type { CommunityGame } from "#shared/schemas/community/play.ts";
import { gameOf } from "./community.ts";

/** Servers in their order, by the game that they belong to: two of one name are told apart by it. */
export const serversByGame = <Server extends { game: string }>(
  games: readonly CommunityGame[],
  servers: readonly Server[],
): { game: string; name: string; servers: readonly Server[] }[] =>
  [...Map.groupBy(servers, ({ game }) => game)].map(([game, own]) => ({
    game,
    name: gameOf(games, game).name,
    servers: own,
  }));
