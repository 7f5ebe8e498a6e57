import { createSocket } from "node:dgram";
import { z } from "zod";
import type { GameServer } from "#server/config/community.ts";
import type { MatchmakingConfig } from "#server/config/config.ts";
import { type GameQuery, type GameReading, NoAnswer } from "#server/providers/ports/outside.ts";
import type { Protocol } from "#shared/schemas/community/play.ts";
import {
  type AddressBook,
  createAddressBook,
  type Endpoint,
  fetchJson,
  toNoAnswer,
  toReading,
  untilAborted,
} from "./endpoint.ts";
import { createEpicMatchmaking } from "./epic-matchmaking.ts";
import { askMinecraft } from "./minecraft.ts";

/** The wire format of A2S_INFO (developer.valvesoftware.com/wiki/Server_queries). Little-endian. */
const WHOLE = -1;
const SPLIT = -2;
const CHALLENGE_REPLY = 0x41;
const INFO_REPLY = 0x49;
const SPLIT_HEADER_BYTES = 12;
const FRAGMENTS_MAX = 32;
const ASSEMBLED_MAX_BYTES = 64 * 1024;
/** Half-arrived answers kept at once: one is real, the others can only be stray or forged. */
const PENDING_MAX = 4;

const REQUEST = Buffer.from("\u00ff\u00ff\u00ff\u00ffTSource Engine Query\0", "latin1");

/** @param challenge the four bytes that the server handed out, once it has. */
const infoRequest = (challenge: Uint8Array | null): Uint8Array =>
  challenge === null ? REQUEST : Buffer.concat([REQUEST, challenge]);

export type A2sMessage =
  | { kind: "challenge"; challenge: Uint8Array }
  | { kind: "info"; reading: GameReading };

class Truncated extends Error {}

const reader = (bytes: Buffer) => {
  let at = 0;
  const take = (length: number) => {
    if (at + length > bytes.length) throw new Truncated();
    at += length;
    return at - length;
  };
  return {
    byte: () => bytes.readUInt8(take(1)),
    skip: (length: number) => void take(length),
    text: () => {
      const end = bytes.indexOf(0, at);
      if (end === -1) throw new Truncated();
      const text = bytes.toString("utf8", at, end);
      at = end + 1;
      return text;
    },
  };
};

const readInfo = (bytes: Buffer): GameReading | null => {
  const read = reader(bytes);
  read.skip(1); // protocol
  const serverName = read.text();
  const map = read.text();
  read.text(); // folder
  read.text(); // game
  read.skip(2); // application id
  const players = read.byte();
  const maxPlayers = read.byte();
  const bots = read.byte();
  read.skip(4); // kind, system, password, anti-cheat
  const version = read.text();
  // What may follow (port, ids, keywords) is not ours to read.
  const reading = toReading({
    serverName,
    version,
    players: bots <= players ? players - bots : players,
    maxPlayers,
    map,
  });
  return reading.serverName === "" || reading.maxPlayers === 0 ? null : reading;
};

const readWhole = (bytes: Buffer): A2sMessage | null => {
  const kind = bytes[4];
  if (kind === CHALLENGE_REPLY)
    return bytes.length < 9
      ? null
      : { kind: "challenge", challenge: Uint8Array.from(bytes.subarray(5, 9)) };
  if (kind !== INFO_REPLY) return null;
  try {
    const reading = readInfo(bytes.subarray(5));
    return reading === null ? null : { kind: "info", reading };
  } catch (error) {
    if (error instanceof Truncated) return null;
    throw error;
  }
};

type Pending = { total: number; parts: Map<number, Buffer>; bytes: number };

/**
 * Reads what one server sends, datagram by datagram; long answers come in numbered fragments, in
 * any order. Everything that does not fit is ignored: it may be stray, and an answer may follow.
 */
const createA2sReader = (): ((datagram: Uint8Array) => A2sMessage | null) => {
  const pending = new Map<number, Pending>();

  const readFragment = (bytes: Buffer): A2sMessage | null => {
    if (bytes.length <= SPLIT_HEADER_BYTES) return null;
    const id = bytes.readInt32LE(4);
    const total = bytes.readUInt8(8);
    const number = bytes.readUInt8(9);
    // A negative id marks bzip2 compression, which none of our games uses.
    if (id < 0 || total < 2 || total > FRAGMENTS_MAX || number >= total) return null;
    let answer = pending.get(id);
    if (answer === undefined) {
      const oldest = pending.size < PENDING_MAX ? undefined : pending.keys().next().value;
      if (oldest !== undefined) pending.delete(oldest);
      answer = { total, parts: new Map(), bytes: 0 };
      pending.set(id, answer);
    }
    const part = bytes.subarray(SPLIT_HEADER_BYTES);
    if (answer.total !== total || answer.parts.has(number)) return null;
    if (answer.bytes + part.length > ASSEMBLED_MAX_BYTES) return null;
    answer.parts.set(number, Buffer.from(part));
    answer.bytes += part.length;
    if (answer.parts.size < total) return null;
    pending.delete(id);
    const whole = Buffer.concat(
      [...answer.parts].toSorted(([a], [b]) => a - b).map(([, bytes]) => bytes),
    );
    return whole.length > 4 && whole.readInt32LE(0) === WHOLE ? readWhole(whole) : null;
  };

  return (datagram) => {
    if (datagram.length < 5) return null;
    const bytes = Buffer.from(datagram.buffer, datagram.byteOffset, datagram.byteLength);
    const header = bytes.readInt32LE(0);
    if (header === WHOLE) return readWhole(bytes);
    return header === SPLIT ? readFragment(bytes) : null;
  };
};

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
