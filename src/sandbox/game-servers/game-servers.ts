import { createSocket } from "node:dgram";
import { once } from "node:events";
import { z } from "zod";
import { createOutages, type Outages } from "#sandbox/outages.ts";
import { listenOnOwnPort } from "#sandbox/this-machine.ts";
import {
  type Listen,
  listenA2s,
  listenEco,
  type Listener,
  listenMinecraft,
  type Mode,
  type ServerInfo,
} from "./listeners.ts";
import { playersAt, type RosterEntry } from "./roster.ts";

/** The game port of an Ark: Survival Ascended server: it answers no questions there. */
const listenArkSa: Listen = async (wantedPort) => {
  const socket = createSocket("udp4");
  socket.bind(wantedPort, "127.0.0.1");
  await once(socket, "listening");
  return {
    port: socket.address().port,
    close: async () => {
      const closed = once(socket, "close");
      socket.close();
      await closed;
    },
  };
};

/** What the imitated service expects; the site is configured with the same. */
export const MATCHMAKING_ACCESS = {
  clientId: "sandbox-client",
  clientSecret: "sandbox-secret",
  deploymentId: "sandbox-deployment",
} as const;

const TOKEN_SECONDS = 3600;
const FILTER_PATH = `/wildcard/matchmaking/v1/${MATCHMAKING_ACCESS.deploymentId}/filter`;

export type ListedServer = { address: string; port: number; serverInfo: ServerInfo };

const filter = z.object({
  criteria: z
    .array(z.object({ key: z.string(), op: z.literal("EQUAL"), value: z.string() }))
    .min(1),
});

const refusal = (status: number, errorCode: string) =>
  Response.json({ errorCode, errorMessage: errorCode }, { status });

/** One session as the service lists it. */
export const sessionOf = ({ address, port, serverInfo }: ListedServer) => {
  const [build = "", minor = ""] = serverInfo.version.split(".");
  return {
    id: `sandbox-${port}`,
    bucket: "TestGameMode_C:<None>:TheIsland_WP",
    settings: { maxPublicPlayers: serverInfo.maxPlayers, allowJoinInProgress: true },
    totalPlayers: serverInfo.mode === "garbage" ? "many" : serverInfo.players,
    openPublicPlayers: Math.max(0, serverInfo.maxPlayers - serverInfo.players),
    publicPlayers: [],
    started: true,
    attributes: {
      ADDRESS_s: address,
      ADDRESSBOUND_s: `0.0.0.0:${port}`,
      GAMESERVER_PORT_l: port,
      CUSTOMSERVERNAME_s: serverInfo.serverName,
      SESSIONNAME_s: `${serverInfo.serverName} - (v${serverInfo.version})`,
      MAPNAME_s: serverInfo.map,
      SERVERPASSWORD_b: false,
      BUILDID_s: build,
      MINORBUILDID_s: minor,
    },
  };
};

const isBasic = (header: string | null) =>
  header === `Basic ${btoa(`${MATCHMAKING_ACCESS.clientId}:${MATCHMAKING_ACCESS.clientSecret}`)}`;

/**
 * Epic's matchmaking, as far as a status page needs it: a token, and the sessions of an address.
 * @param listed the servers that are online now.
 * @param outages its `epic` decides how a question is met, where it names the matchmaking.
 */
export const createMatchmaking = (
  listed: () => readonly ListedServer[],
  outages: Pick<Outages, "answer"> = createOutages(),
) => {
  const tokens = new Map<string, number>();

  const giveToken = async (request: Request) => {
    const form = new URLSearchParams(await request.text());
    if (!isBasic(request.headers.get("authorization"))) return refusal(401, "invalid_client");
    if (form.get("grant_type") !== "client_credentials")
      return refusal(400, "unsupported_grant_type");
    if (form.get("deployment_id") !== MATCHMAKING_ACCESS.deploymentId)
      return refusal(400, "invalid_deployment");
    const token = crypto.randomUUID();
    tokens.set(token, Date.now() + TOKEN_SECONDS * 1000);
    return Response.json({ access_token: token, token_type: "bearer", expires_in: TOKEN_SECONDS });
  };

  const listSessions = async (request: Request) => {
    const token = request.headers.get("authorization")?.replace(/^Bearer /u, "") ?? "";
    if ((tokens.get(token) ?? 0) < Date.now()) return refusal(401, "token_verification_failed");
    const parsed = filter.safeParse(await request.json().catch(() => null));
    if (!parsed.success) return refusal(400, "malformed_criteria");
    const sessions = listed()
      .map(sessionOf)
      .filter(({ attributes }) =>
        parsed.data.criteria.every(
          ({ key, value }) =>
            new Map<string, unknown>(
              Object.entries(attributes).map(([name, held]) => [`attributes.${name}`, held]),
            ).get(key) === value,
        ),
      );
    return Response.json({ sessions, count: sessions.length });
  };

  return {
    /** Null where the path is not of this service. */
    handle: (request: Request, path: string): Promise<Response> | null => {
      if (request.method !== "POST") return null;
      if (path === "/auth/v1/oauth/token")
        return outages.answer("epic", "matchmaking-token", request, () => giveToken(request));
      return path === FILTER_PATH
        ? outages.answer("epic", "matchmaking-sessions", request, () => listSessions(request))
        : null;
    },
    /** From here on every token that was given out is refused. */
    revokeTokens: () => tokens.clear(),
  };
};

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
