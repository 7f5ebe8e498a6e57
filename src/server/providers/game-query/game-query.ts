import { createSocket } from "node:dgram";
import { z } from "zod";
import type { GameServer } from "#server/config/community.ts";
import type { MatchmakingConfig } from "#server/config/config.ts";
import type { Protocol } from "#shared/schemas/community/games.ts";
import { createA2sReader, infoRequest } from "./a2s-codec.ts";
import { type AddressBook, createAddressBook } from "./address-book.ts";
import { type Endpoint, untilAborted, toNoAnswer } from "./endpoint.ts";
import { createEpicMatchmaking } from "./epic-matchmaking.ts";
import { fetchJson } from "./http-json.ts";
import { askMinecraft } from "./minecraft.ts";
import { type GameQuery, type GameReading, NoAnswer } from "./port.ts";
import { toReading } from "./reading.ts";

const CHALLENGES_MAX = 3;
/** Datagrams get lost: the question is repeated while nothing has come back. */
const REPEAT_MS = 1000;

/**
 * Asks A2S_INFO over UDP (Ark: Survival Evolved, Empyrion).
 * @throws {NoAnswer} at once where nothing listens or challenges never end; `silent` when the
 *   signal comes first. Malformed datagrams are ignored until then.
 */
const askA2s = ({ address, family, port }: Endpoint, signal: AbortSignal): Promise<GameReading> =>
  new Promise((resolve, reject) => {
    // Connected, the kernel drops what others send and reports a port on which nothing listens.
    const socket = createSocket(family === 6 ? "udp6" : "udp4");
    const read = createA2sReader();
    let challenge: Uint8Array | null = null;
    let challenges = 0;
    let isConnected = false;
    let isOver = false;

    const finish = (settle: () => void) => {
      if (isOver) return;
      isOver = true;
      clearInterval(repeating);
      signal.removeEventListener("abort", onAbort);
      socket.close();
      settle();
    };
    const fail = (error: unknown) => finish(() => reject(toNoAnswer(error)));
    const onAbort = () => fail(new NoAnswer("silent"));
    const send = () => socket.send(infoRequest(challenge), (error) => error && fail(error));
    const repeating = setInterval(() => isConnected && send(), REPEAT_MS);

    socket.on("error", fail);
    socket.on("message", (datagram) => {
      if (isOver) return;
      const message = read(datagram);
      if (message === null) return;
      if (message.kind === "info") return finish(() => resolve(message.reading));
      challenges += 1;
      if (challenges > CHALLENGES_MAX) return fail(new NoAnswer("malformed"));
      challenge = message.challenge;
      send();
    });
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) return onAbort();
    try {
      socket.connect(port, address, () => {
        if (isOver) return;
        isConnected = true;
        send();
      });
    } catch (error) {
      fail(error);
    }
  });

const FRONT_PAGE_MAX_BYTES = 256 * 1024;

const frontPage = z.object({
  Info: z.object({
    Description: z.string(),
    OnlinePlayers: z.number(),
    TotalPlayers: z.number(),
    Version: z.string(),
  }),
});

// Names carry rich text such as <color=green>, <b> and </size>.
const withoutTags = (text: string) => text.replaceAll(/<\/?[a-z]+(?:=[^<>]*)?>/giu, "");

const authority = (host: string, port: number) =>
  host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;

/**
 * Asks the web server of an Eco server for its front page.
 *
 * Eco has no slot cap to tell: `TotalPlayers` counts everyone who ever joined this world. It
 * stands as `maxPlayers` all the same (as other status tools show it), never below those online.
 * @throws {NoAnswer} on anything but a proper front page; `silent` when the signal comes first.
 */
const askEco = async (
  { address, port }: Endpoint,
  named: { host: string; port: number },
  signal: AbortSignal,
): Promise<GameReading> => {
  const { body } = await fetchJson(
    `http://${authority(address, port)}/frontpage`,
    { signal, headers: { host: authority(named.host, named.port), accept: "application/json" } },
    frontPage,
    FRONT_PAGE_MAX_BYTES,
  );
  if (body === null) throw new NoAnswer("failed");
  const { Description, OnlinePlayers, TotalPlayers, Version } = body.Info;
  const reading = toReading({
    serverName: withoutTags(Description),
    version: Version,
    players: OnlinePlayers,
    maxPlayers: Math.max(OnlinePlayers, TotalPlayers),
  });
  if (reading.serverName === "") throw new NoAnswer("malformed");
  return reading;
};

type Ask = (endpoint: Endpoint, server: GameServer, signal: AbortSignal) => Promise<GameReading>;

// Some games always send this, and end the name with their real version: "Den - (v361.7)".
const CONSTANT_VERSION = "1.0.0.0";
const VERSION_IN_NAME = /\(v(\d[\d.]*)\)$/u;

const askSource: Ask = async (endpoint, _server, signal) => {
  const reading = await askA2s(endpoint, signal);
  const [, version] = VERSION_IN_NAME.exec(reading.serverName) ?? [];
  return reading.version === CONSTANT_VERSION && version !== undefined
    ? { ...reading, version }
    : reading;
};

const askEpic = (matchmaking: MatchmakingConfig): Ask => {
  const ask = createEpicMatchmaking(matchmaking);
  return ({ address, port }, _server, signal) => untilAborted(signal, ask(address, port));
};

/**
 * Everything the poller can ask, by protocol.
 * @param matchmaking null where Epic's matchmaking is not configured: it cannot be asked then.
 */
export const createGameQuery = (
  matchmaking: MatchmakingConfig | null,
  addresses: AddressBook = createAddressBook(),
): GameQuery => {
  const protocols: Record<Protocol, Ask | null> = {
    a2s: askSource,
    epic: matchmaking === null ? null : askEpic(matchmaking),
    eco: (endpoint, { queryHost, queryPort }, signal) =>
      askEco(endpoint, { host: queryHost, port: queryPort }, signal),
    minecraft: (endpoint, { host, port }, signal) => askMinecraft(endpoint, { host, port }, signal),
    none: null,
  };

  return {
    canAsk: (protocol) => protocols[protocol] !== null,
    ask: async (server, signal) => {
      const protocol = protocols[server.protocol];
      if (protocol === null) throw new NoAnswer("denied");
      const found = await untilAborted(signal, addresses.find(server.queryHost));
      return protocol({ ...found, port: server.queryPort }, server, signal);
    },
  };
};
