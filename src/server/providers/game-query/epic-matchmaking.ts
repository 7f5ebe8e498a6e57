import { z } from "zod";
import type { MatchmakingConfig } from "#server/config/config.ts";
import { type GameReading, NoAnswer } from "#server/providers/ports/outside.ts";
import { HOUR_MS, SERVER_QUERY_TIMEOUT_MS } from "#shared/constants/time.ts";
import { fetchJson, type JsonAnswer, toReading } from "./endpoint.ts";

/**
 * Lets questions that are asked together share one answer, failures included.
 * @param now milliseconds from any fixed point.
 */
const createBriefMemory = <T>(now: () => number) => {
  const kept = new Map<string, { answer: Promise<T>; until: number }>();
  return {
    /** @param keepMs how long the answer to `ask` serves for `key`, counted from the question. */
    recall: (key: string, keepMs: number, ask: () => Promise<T>): Promise<T> => {
      const at = now();
      for (const [other, { until }] of kept) if (until <= at) kept.delete(other);
      const known = kept.get(key);
      if (known !== undefined) return known.answer;
      const answer = ask();
      // Whoever recalls it hears of a failure; nobody else has to.
      answer.catch(() => {});
      kept.set(key, { answer, until: at + keepMs });
      return answer;
    },
  };
};

const TOKEN_MAX_BYTES = 16 * 1024;
const SESSIONS_MAX_BYTES = 2 * 1024 * 1024;
/** More game servers than one machine runs. */
const SESSIONS_MAX = 100;
/** A token is renewed this long before it ends, and kept for an hour at most. */
const TOKEN_MARGIN_MS = 60_000;
const TOKEN_KEPT_MAX_MS = HOUR_MS;
/** One answer serves every server of an address in one poll round. */
const SESSIONS_KEPT_MS = 5000;

const tokenAnswer = z.object({
  access_token: z.string().min(1).max(8192),
  expires_in: z.number(),
});

const session = z.object({
  totalPlayers: z.number(),
  settings: z.object({ maxPublicPlayers: z.number() }),
  attributes: z.object({
    ADDRESSBOUND_s: z.string().optional(),
    GAMESERVER_PORT_l: z.coerce.number().optional(),
    CUSTOMSERVERNAME_s: z.string().optional(),
    SESSIONNAME_s: z.string().optional(),
    MAPNAME_s: z.string().optional().catch(undefined),
    BUILDID_s: z.union([z.string(), z.number()]).optional(),
    MINORBUILDID_s: z.union([z.string(), z.number()]).optional(),
  }),
});
type Session = z.output<typeof session>;

// Other people's sessions on the same machine must not spoil ours: each is checked by itself.
const sessionsAnswer = z.object({
  sessions: z.array(session.nullable().catch(null)),
});

const boundPort = ({ attributes }: Session): number | undefined => {
  const bound = attributes.ADDRESSBOUND_s?.split(":").at(-1);
  return bound === undefined ? attributes.GAMESERVER_PORT_l : Number(bound);
};

const readSession = ({ totalPlayers, settings, attributes }: Session): GameReading => {
  const build = attributes.BUILDID_s;
  const minor = attributes.MINORBUILDID_s;
  const reading = toReading({
    serverName: attributes.CUSTOMSERVERNAME_s || attributes.SESSIONNAME_s || "",
    version: [build, minor].filter((part) => part !== undefined && part !== "").join("."),
    players: totalPlayers,
    maxPlayers: settings.maxPublicPlayers,
    ...(attributes.MAPNAME_s !== undefined && { map: attributes.MAPNAME_s }),
  });
  if (reading.serverName === "") throw new NoAnswer("malformed");
  return reading;
};

/** Asks for the session that listens on `port` of `address`. */
export type AskEpic = (address: string, port: number) => Promise<GameReading>;

/**
 * A client of Epic's matchmaking, which knows the servers of Ark: Survival Ascended: they answer
 * no questions themselves. One token serves until shortly before its end, one list of sessions
 * every server of an address. Each exchange has its own deadline, as several servers share it.
 * @param now milliseconds from any fixed point.
 */
export const createEpicMatchmaking = (
  { base, clientId, clientSecret, deploymentId }: MatchmakingConfig,
  now: () => number = () => performance.now(),
): AskEpic => {
  const lists = createBriefMemory<readonly (Session | null)[]>(now);
  let token: { value: string; until: number } | null = null;
  let asking: Promise<string> | null = null;

  const requestToken = async (): Promise<string> => {
    const askedAt = now();
    const { status, body } = await fetchJson(
      `${base}/auth/v1/oauth/token`,
      {
        method: "POST",
        headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
        body: new URLSearchParams({
          grant_type: "client_credentials",
          deployment_id: deploymentId,
        }),
        signal: AbortSignal.timeout(SERVER_QUERY_TIMEOUT_MS),
      },
      tokenAnswer,
      TOKEN_MAX_BYTES,
    );
    if (body === null) throw new NoAnswer(status < 500 ? "denied" : "failed");
    const keptMs = Math.min(body.expires_in * 1000 - TOKEN_MARGIN_MS, TOKEN_KEPT_MAX_MS);
    token = { value: body.access_token, until: askedAt + keptMs };
    return body.access_token;
  };

  const currentToken = async (): Promise<string> => {
    if (token !== null && now() < token.until) return token.value;
    asking ??= requestToken().finally(() => {
      asking = null;
    });
    return asking;
  };

  const filterSessions = (
    address: string,
    bearer: string,
  ): Promise<JsonAnswer<z.output<typeof sessionsAnswer>>> =>
    fetchJson(
      `${base}/wildcard/matchmaking/v1/${encodeURIComponent(deploymentId)}/filter`,
      {
        method: "POST",
        headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
        body: JSON.stringify({
          criteria: [{ key: "attributes.ADDRESS_s", op: "EQUAL", value: address }],
          maxResults: SESSIONS_MAX,
        }),
        signal: AbortSignal.timeout(SERVER_QUERY_TIMEOUT_MS),
      },
      sessionsAnswer,
      SESSIONS_MAX_BYTES,
    );

  const listSessions = async (address: string): Promise<readonly (Session | null)[]> => {
    const bearer = await currentToken();
    let answer = await filterSessions(address, bearer);
    if (answer.status === 401) {
      // Several lists may be refused at once: only the first forgets the token that all had.
      if (token?.value === bearer) token = null;
      answer = await filterSessions(address, await currentToken());
    }
    if (answer.body !== null) return answer.body.sessions;
    throw new NoAnswer(answer.status === 401 || answer.status === 403 ? "denied" : "failed");
  };

  return async (address, port) => {
    const sessions = await lists.recall(address, SESSIONS_KEPT_MS, () => listSessions(address));
    const found = sessions.find((entry) => entry !== null && boundPort(entry) === port);
    if (found === undefined || found === null) throw new NoAnswer("unlisted");
    return readSession(found);
  };
};
