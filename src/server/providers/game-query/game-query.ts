import type { GameServer } from "#server/config/community.ts";
import type { MatchmakingConfig } from "#server/config/config.ts";
import type { ServerGame } from "#shared/constants/games.ts";
import { askA2s } from "./a2s.ts";
import { type AddressBook, createAddressBook } from "./address-book.ts";
import { askEco } from "./eco.ts";
import { type Endpoint, untilAborted } from "./endpoint.ts";
import { createEpicMatchmaking } from "./epic-matchmaking.ts";
import { askMinecraft } from "./minecraft.ts";
import { type GameQuery, type GameReading, NoAnswer } from "./port.ts";

type Ask = (endpoint: Endpoint, server: GameServer, signal: AbortSignal) => Promise<GameReading>;

// Ark: Survival Evolved always sends this; its real version ends the name: "Den - (v361.7)".
const ARK_CONSTANT_VERSION = "1.0.0.0";
const ARK_VERSION_IN_NAME = /\(v(\d[\d.]*)\)$/u;

const askArkSe: Ask = async (endpoint, _server, signal) => {
  const reading = await askA2s(endpoint, signal);
  const [, version] = ARK_VERSION_IN_NAME.exec(reading.serverName) ?? [];
  return reading.version === ARK_CONSTANT_VERSION && version !== undefined
    ? { ...reading, version }
    : reading;
};

const askArkSa = (matchmaking: MatchmakingConfig): Ask => {
  const ask = createEpicMatchmaking(matchmaking);
  return ({ address, port }, _server, signal) => untilAborted(signal, ask(address, port));
};

/**
 * Everything the poller can ask, by game.
 * @param matchmaking null where Epic's matchmaking is not configured: Ark:SA cannot be asked then.
 */
export const createGameQuery = (
  matchmaking: MatchmakingConfig | null,
  addresses: AddressBook = createAddressBook(),
): GameQuery => {
  const protocols: Record<ServerGame, Ask | null> = {
    "ark-se": askArkSe,
    "ark-sa": matchmaking === null ? null : askArkSa(matchmaking),
    eco: (endpoint, { queryHost, queryPort }, signal) =>
      askEco(endpoint, { host: queryHost, port: queryPort }, signal),
    minecraft: (endpoint, { host, port }, signal) => askMinecraft(endpoint, { host, port }, signal),
    empyrion: (endpoint, _server, signal) => askA2s(endpoint, signal),
    palworld: null,
  };

  return {
    canAsk: (game) => protocols[game] !== null,
    ask: async (server, signal) => {
      const protocol = protocols[server.game];
      if (protocol === null) throw new NoAnswer("denied");
      const found = await untilAborted(signal, addresses.find(server.queryHost));
      return protocol({ ...found, port: server.queryPort }, server, signal);
    },
  };
};
