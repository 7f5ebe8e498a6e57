import { z } from "zod";
import { GAME_PLATFORMS } from "#shared/constants/accounts.ts";
import { deliveryList, type PlayerAccount } from "#shared/schemas/bridge.ts";
import { gameKey } from "#shared/schemas/community/play.ts";

/** The site that a plugin speaks with, and by which key. */
type BridgeSite = { url: string; key: string };

type BridgeAnswer = { status: number; answer: unknown };

const TRIES = 3;
const PAUSE_MS = 200;
const TIMEOUT_MS = 5000;

const ask = async ({ url, key }: BridgeSite, method: string, path: string, body: unknown) => {
  const response = await fetch(`${url}/api/bridge${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const answer: unknown = await response.json().catch(() => null);
  return { status: response.status, answer };
};

/**
 * One call of the bridge. Where no answer comes back it is sent again as it was: its key sees to it
 * that it is done once.
 * @throws when the site cannot be reached.
 */
const callBridge = async (
  site: BridgeSite,
  method: "GET" | "POST",
  path: string,
  body?: unknown,
): Promise<BridgeAnswer> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask(site, method, path, body);
    } catch (error) {
      if (attempt === TRIES) throw error;
      await Bun.sleep(PAUSE_MS);
    }
  }
};

/** How often it tells the site who plays. */
const REPORT_MS = 10_000;
/** So much of what it has done is remembered. */
const ANSWERS_MAX = 20;

const player = {
  game: gameKey,
  platform: z.enum(GAME_PLATFORMS),
  playerId: z.string().min(1).max(64),
};
/** What it can be made to do, by what it takes. */
const ACTIONS = {
  join: z.strictObject(player),
  leave: z.strictObject(player),
  spend: z.strictObject({ ...player, points: z.int().min(1).default(100) }),
  earn: z.strictObject({ ...player, points: z.int().min(1).default(25) }),
  vote: z.strictObject({ ...player, serviceName: z.string().default("vote.example") }),
  deliver: z.strictObject({ game: player.game }),
} as const;
type ActionName = keyof typeof ACTIONS;
const actionName = z.enum(["join", "leave", "spend", "earn", "vote", "deliver"]);

type Playing = PlayerAccount & { game: string };

export type PluginState = {
  isConnected: boolean;
  playing: readonly Playing[];
  /** What it has done, newest first. */
  told: readonly { action: string; status: number; answer: unknown }[];
};

export type GamePlugin = {
  /** Gives it its key; from now on it tells the site who plays. */
  connect(site: BridgeSite): void;
  state(): PluginState;
  /** `GET /plugin` and `POST /plugin/{action}`; `rest` is the path's parts after `/plugin`. */
  handle(request: Request, rest: readonly string[]): Promise<Response>;
  stop(): void;
};

const isSame = (one: Playing, other: Playing) =>
  one.game === other.game && one.platform === other.platform && one.playerId === other.playerId;

const refuse = (status: number, message: string, headers: Record<string, string> = {}) =>
  Response.json({ message }, { status, headers });

/** The imitated plugin of a game server: people play there, spend, vote and get what they bought. */
export const createGamePlugin = (): GamePlugin => {
  let site: BridgeSite | null = null;
  let playing: readonly Playing[] = [];
  let told: PluginState["told"] = [];

  const call = async (
    action: string,
    method: "GET" | "POST",
    path: string,
    body?: unknown,
  ): Promise<BridgeAnswer> => {
    if (site === null) return { status: 503, answer: { message: "The plugin has no key yet." } };
    const answered = await callBridge(site, method, path, body).catch((error: unknown) => ({
      status: 502,
      answer: { message: `The site cannot be reached: ${String(error)}` },
    }));
    told = [{ action, ...answered }, ...told].slice(0, ANSWERS_MAX);
    return answered;
  };

  const report = (game: string): Promise<BridgeAnswer> => {
    const players = playing
      .filter((one) => one.game === game)
      .map(({ platform, playerId }) => ({ platform, playerId }));
    return call("presence", "POST", "/presence", { game, players });
  };

  const deliver = async (game: string): Promise<BridgeAnswer> => {
    const fetched = await call("fetch", "GET", `/deliveries?game=${game}`);
    const list = deliveryList.safeParse(fetched.answer);
    const ids = list.success ? list.data.items.map(({ id }) => id) : [];
    if (ids.length > 0) await call("deliver", "POST", "/deliveries/acknowledge", { game, ids });
    return fetched;
  };

  const transfer = (
    action: "spend" | "earn",
    given: z.output<(typeof ACTIONS)["spend"]>,
    reason: string,
  ) =>
    call(action, "POST", `/${action}`, { ...given, reason, idempotencyKey: crypto.randomUUID() });

  /** By the action's name: parses what it is given, and does it. */
  const acts: Record<ActionName, (given: unknown) => Promise<BridgeAnswer>> = {
    join: (given) => {
      const joined = ACTIONS.join.parse(given);
      playing = [...playing.filter((one) => !isSame(one, joined)), joined];
      return report(joined.game);
    },
    leave: async (given) => {
      const left = ACTIONS.leave.parse(given);
      playing = playing.filter((one) => !isSame(one, left));
      return { status: 200, answer: playing };
    },
    spend: (given) => transfer("spend", ACTIONS.spend.parse(given), "Spent in the sandbox"),
    earn: (given) => transfer("earn", ACTIONS.earn.parse(given), "Played in the sandbox"),
    vote: (given) => {
      const { playerId: username, ...vote } = ACTIONS.vote.parse(given);
      return call("vote", "POST", "/vote", { ...vote, username, timestamp: Date.now() });
    },
    deliver: (given) => deliver(ACTIONS.deliver.parse(given).game),
  };

  const reporting = setInterval(() => {
    for (const game of new Set(playing.map((one) => one.game))) void report(game);
  }, REPORT_MS);
  reporting.unref();

  const state = (): PluginState => ({ isConnected: site !== null, playing, told });

  return {
    connect: (given) => {
      site = given;
    },
    state,
    stop: () => clearInterval(reporting),
    handle: async (request, [name, ...more]) => {
      if (name === undefined)
        return request.method === "GET"
          ? Response.json(state())
          : refuse(405, "GET only.", { allow: "GET" });
      const action = actionName.safeParse(name);
      if (!action.success || more.length > 0)
        return refuse(404, `POST /plugin/{${Object.keys(ACTIONS).join(",")}}.`);
      if (request.method !== "POST") return refuse(405, "POST only.", { allow: "POST" });
      const given: unknown = await request.json().catch(() => null);
      const parsed = ACTIONS[action.data].safeParse(given);
      if (!parsed.success)
        return refuse(
          400,
          parsed.error.issues
            .map(({ path, message }) => `${path.join(".")}: ${message}`)
            .join("; "),
        );
      const { status, answer } = await acts[action.data](parsed.data);
      return Response.json(answer, { status });
    },
  };
};
