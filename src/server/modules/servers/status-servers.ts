import type { Community, GameServer } from "#server/config/community.ts";
import { isStatusGame, type StatusGame } from "#shared/constants/games.ts";

/** A configured server that has a row in the status tables. */
export type StatusServer = GameServer & { game: StatusGame };

const hasStatus = (server: GameServer): server is StatusServer => isStatusGame(server.game);

/** The configured servers that have a status, in their order. */
export const statusServers = ({ servers }: Community): readonly StatusServer[] =>
  servers.filter(hasStatus);
