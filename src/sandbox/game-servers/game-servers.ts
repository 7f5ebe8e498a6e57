import { listenOnOwnPort } from "#sandbox/this-machine.ts";
import { listenA2s } from "./a2s-server.ts";
import { playersAt } from "./curve.ts";
import { listenEco } from "./eco-server.ts";
import { type ListedServer, listenArkSa } from "./epic-matchmaking-server.ts";
import type { ServerInfo, Listen, Listener, Mode } from "./game-server.ts";
import { listenMinecraft } from "./minecraft-server.ts";
import type { RosterEntry } from "./roster.ts";

/** The sandbox listens on the loopback interface alone. */
export const HOST = "127.0.0.1";

/** One line of `GET /servers`. */
export type SandboxServer = {
  key: string;
  game: string;
  /** What it calls its game. */
  title: string;
  serverName: string;
  version: string;
  host: string;
  /** Where players would join. */
  port: number;
  /** Where it answers questions; for Ark:SA, the port under which the matchmaking lists it. */
  queryPort: number;
  online: boolean;
  mode: Mode;
  players: number;
  maxPlayers: number;
};

/** What can be changed of one server; `players: null` lets the number move by itself again. */
export type SandboxChange = {
  online?: boolean;
  players?: number | null;
  mode?: Mode;
  /** What it calls itself from now on. */
  serverName?: string;
  version?: string;
};

type Imitation = {
  entry: RosterEntry;
  listen: Listen;
  listener: Listener | null;
  port: number;
  /** Where it listened the last time; null where that is not known. */
  usualPort: number | null;
  mode: Mode;
  fixedPlayers: number | null;
};

const LISTEN: Record<RosterEntry["protocol"], (entry: RosterEntry) => Listen> = {
  a2s: ({ isSplit = false }) => listenA2s(isSplit),
  eco: () => listenEco,
  epic: () => listenArkSa,
  minecraft: () => listenMinecraft,
};

const playersOf = ({ entry, fixedPlayers }: Imitation) =>
  fixedPlayers ?? playersAt(entry, Date.now());

const serverInfoOf = (imitation: Imitation): ServerInfo => ({
  title: imitation.entry.title,
  serverName: imitation.entry.serverName,
  version: imitation.entry.version,
  map: imitation.entry.map,
  players: playersOf(imitation),
  maxPlayers: imitation.entry.maxPlayers,
  mode: imitation.mode,
});

const describe = (imitation: Imitation): SandboxServer => ({
  key: imitation.entry.key,
  game: imitation.entry.game,
  title: imitation.entry.title,
  serverName: imitation.entry.serverName,
  version: imitation.entry.version,
  host: HOST,
  port: imitation.port,
  queryPort: imitation.port,
  online: imitation.listener !== null,
  mode: imitation.mode,
  players: playersOf(imitation),
  maxPlayers: imitation.entry.maxPlayers,
});

const setOnline = async (imitation: Imitation, online: boolean) => {
  if (online === (imitation.listener !== null)) return;
  if (online) {
    const listen = (port: number) => imitation.listen(port, () => serverInfoOf(imitation));
    imitation.listener = await (imitation.port === 0
      ? listenOnOwnPort(listen, imitation.usualPort)
      : listen(imitation.port));
    imitation.port = imitation.listener.port;
  } else {
    const { listener } = imitation;
    imitation.listener = null;
    await listener?.close();
  }
};

/**
 * Starts every server of the roster on a port of its own.
 * @param firstPort the first of as many ports as there are servers; 0 chooses free ones.
 * @param usualPorts where they last listened, by their keys: tried first.
 */
export const startGameServers = async (
  roster: readonly RosterEntry[],
  firstPort: number,
  usualPorts: ReadonlyMap<string, number>,
) => {
  const imitations = new Map<string, Imitation>();
  for (const [index, entry] of roster.entries())
    imitations.set(entry.key, {
      entry,
      listen: LISTEN[entry.protocol](entry),
      listener: null,
      port: firstPort === 0 ? 0 : firstPort + index,
      usualPort: usualPorts.get(entry.key) ?? null,
      mode: "ok",
      fixedPlayers: null,
    });
  await Promise.all([...imitations.values()].map((imitation) => setOnline(imitation, true)));

  return {
    list: (): SandboxServer[] => [...imitations.values()].map(describe),
    find: (key: string): SandboxServer | null => {
      const imitation = imitations.get(key);
      return imitation === undefined ? null : describe(imitation);
    },
    /** @returns the server as it is now, or null where there is none of that key. */
    set: async (key: string, change: SandboxChange): Promise<SandboxServer | null> => {
      const imitation = imitations.get(key);
      if (imitation === undefined) return null;
      if (change.players !== undefined) imitation.fixedPlayers = change.players;
      if (change.mode !== undefined) imitation.mode = change.mode;
      const { serverName = imitation.entry.serverName, version = imitation.entry.version } = change;
      imitation.entry = { ...imitation.entry, serverName, version };
      if (change.online !== undefined) await setOnline(imitation, change.online);
      return describe(imitation);
    },
    /** The sessions that Epic's matchmaking knows: one that falls silent is dropped from it. */
    listed: (): ListedServer[] =>
      [...imitations.values()]
        .filter(({ entry, listener }) => entry.protocol === "epic" && listener !== null)
        .filter(({ mode }) => mode !== "silent" && mode !== "slow")
        .map((imitation) => ({
          address: HOST,
          port: imitation.port,
          serverInfo: serverInfoOf(imitation),
        })),
    stop: async (): Promise<void> => {
      await Promise.all([...imitations.values()].map((imitation) => setOnline(imitation, false)));
    },
  };
};
export type GameServers = Awaited<ReturnType<typeof startGameServers>>;
