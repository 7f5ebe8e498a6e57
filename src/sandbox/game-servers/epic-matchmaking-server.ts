import { createSocket } from "node:dgram";
import { once } from "node:events";
import { z } from "zod";
import { type Outages, createOutages } from "#sandbox/outages.ts";
import type { Listen, ServerInfo } from "./game-server.ts";

/** The game port of an Ark: Survival Ascended server: it answers no questions there. */
export const listenArkSa: Listen = async (wantedPort) => {
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
