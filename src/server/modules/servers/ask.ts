import { assertMay } from "#server/access/rights.ts";
import type { Community, GameServer } from "#server/config/community.ts";
import { queryPortOf } from "#server/config/file-format.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { systemTimer, type Timer } from "#server/core/clock.ts";
import type { GameQuery, GameReading } from "#server/providers/ports/outside.ts";
import type { Tables } from "#server/store/store.ts";
import { NO_ANSWER_REASONS, type NoAnswerReason } from "#shared/constants/games.ts";
import { SERVER_QUERY_TIMEOUT_MS } from "#shared/constants/time.ts";
import { hasStatus } from "#shared/rules/community.ts";
import type {
  ServerAnswer,
  ServerQuestion,
  ServerRow,
  ServerStatus,
} from "#shared/schemas/servers.ts";

export type StatusRecord = Tables["serverStatus"]["$inferSelect"];

/** What one question to one server came to; no reading is a miss. */
export type Outcome = { key: string; game: string; reading: GameReading | null };

/** One lost datagram is not an outage. */
const OFFLINE_AFTER_MISSES = 2;

/** Older than this, a status says nothing of now: nobody polls. A takeover is over long before. */
const STATUS_STALE_MS = 120_000;

const isStale = (checkedAt: Date | null, now: Date): boolean =>
  checkedAt === null || +now - +checkedAt > STATUS_STALE_MS;

const neverAsked = (key: string, game: string, at: Date): StatusRecord => ({
  key,
  game,
  state: "unknown",
  since: null,
  serverName: "",
  version: "",
  players: 0,
  maxPlayers: 0,
  map: "",
  misses: 0,
  checkedAt: null,
  changedAt: at,
});

const afterAnswer = (before: StatusRecord, reading: GameReading, at: Date): StatusRecord => ({
  ...before,
  ...reading,
  state: "online",
  since: before.state === "online" ? before.since : at,
  misses: 0,
});

const afterMiss = (before: StatusRecord, at: Date): StatusRecord => {
  // A miss from before a time in which nobody asked does not make this one the second in a row.
  const earlier = isStale(before.checkedAt, at) ? 0 : before.misses;
  const misses = Math.min(earlier + 1, OFFLINE_AFTER_MISSES);
  if (before.state !== "online" || misses < OFFLINE_AFTER_MISSES) return { ...before, misses };
  // It is gone since the first question that it left unanswered, which was the last one asked.
  return { ...before, misses, state: "offline", since: before.checkedAt ?? at };
};

const SHOWN = ["state", "serverName", "version", "players", "maxPlayers", "map", "game"] as const;

export type StatusStep = {
  next: StatusRecord;
  /** Something that people see is different. */
  isVisible: boolean;
  /** Something but the time of the question is different. */
  isChanged: boolean;
};

/**
 * The rule of the status: online with an answer, offline after two misses in a row, unknown until
 * the first answer ever. What a server last said of itself stays while it is away.
 * @param before its row, if it has one.
 * @param at when it was asked.
 */
export const nextStatus = (
  before: StatusRecord | undefined,
  { key, game, reading }: Outcome,
  at: Date,
): StatusStep => {
  const known = { ...(before ?? neverAsked(key, game, at)), game };
  const after = reading === null ? afterMiss(known, at) : afterAnswer(known, reading, at);
  const isVisible = before === undefined || SHOWN.some((field) => before[field] !== after[field]);
  return {
    next: { ...after, checkedAt: at, changedAt: isVisible ? at : known.changedAt },
    isVisible,
    isChanged: isVisible || before.misses !== after.misses,
  };
};

const authority = ({ host, port }: GameServer) =>
  host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;

/**
 * One row as people see it: the configured server, with what is known of it.
 * @param status its row in the table, if it has one.
 */
export const toServerRow = (
  server: GameServer,
  status: StatusRecord | undefined,
  now: Date,
): ServerRow => {
  const isKnown = status !== undefined && !isStale(status.checkedAt, now);
  const state = isKnown ? status.state : "unknown";
  return {
    name: server.name,
    serverName: status?.serverName || server.name,
    isOnline: state === "online",
    version: status?.version ?? "",
    players: status?.players ?? 0,
    maxPlayers: status?.maxPlayers ?? 0,
    voteUrl: server.voteUrl,
    connectUrl: server.join === "address" ? null : `steam://connect/${authority(server)}`,
    connectInfo: authority(server),
    map: status?.map ?? "",
    key: server.key,
    game: server.game,
    state,
    since: state === "unknown" ? null : (status?.since?.toISOString() ?? null),
    checkedAt: status?.checkedAt?.toISOString() ?? null,
  };
};

/** The record of `GET /api/server/{game}`. */
export const toServerStatus = (row: ServerRow): ServerStatus => ({
  name: row.name,
  serverName: row.serverName,
  isOnline: row.isOnline,
  version: row.version,
  players: row.players,
  maxPlayers: row.maxPlayers,
  voteUrl: row.voteUrl,
  connectUrl: row.connectUrl,
  connectInfo: row.connectInfo,
});

/** The configured servers that have a status, in their order. */
export const statusServers = ({ servers }: Community): readonly GameServer[] =>
  servers.filter(hasStatus);

/** Questions under way at once: a few hundred dead servers wait out their time side by side. */
const ASKED_AT_ONCE = 256;
/** The questions of a round are spread over this time, in another order every round. */
const SPREAD_MS = 500;

/** What came of one question, and for the log, why nothing came of it. */
export type Asked = Outcome & { reason: NoAnswerReason | null };

const reasonOf = (error: unknown): NoAnswerReason => {
  const reason = error instanceof Error && "reason" in error ? error.reason : null;
  return NO_ANSWER_REASONS.find((known) => known === reason) ?? "failed";
};

/** `count` places; whoever finds none free waits for one in turn. */
const createPlaces = (count: number) => {
  let free = count;
  const waiting: (() => void)[] = [];
  return {
    take: async () => {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
    },
    leave: () => {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    },
  };
};

/** Asks one server and waits no longer than its deadline, whatever the protocol makes of it. */
const askOne = async (
  query: GameQuery,
  server: GameServer,
  signal: AbortSignal,
  timer: Timer,
): Promise<Asked> => {
  const deadline = new AbortController();
  const { promise: over, resolve: end } = Promise.withResolvers<null>();
  const stop = () => {
    deadline.abort();
    end(null);
  };
  const cancel = timer.after(SERVER_QUERY_TIMEOUT_MS, stop);
  signal.addEventListener("abort", stop, { once: true });
  const { key, game } = server;
  try {
    const reading = await Promise.race([query.ask(server, deadline.signal), over]);
    return { key, game, reading, reason: reading === null ? "silent" : null };
  } catch (error) {
    return { key, game, reading: null, reason: reasonOf(error) };
  } finally {
    cancel();
    signal.removeEventListener("abort", stop);
  }
};

/**
 * Asks all of these servers side by side; each costs its own time and nobody else's.
 * @param signal ends the round early: what has not answered by then is not reported at all.
 * @param report is told of every server as soon as it answered or missed.
 */
export const askServers = async (
  query: GameQuery,
  servers: readonly GameServer[],
  signal: AbortSignal,
  report: (asked: Asked) => void,
  timer: Timer,
): Promise<void> => {
  const places = createPlaces(ASKED_AT_ONCE);
  await Promise.all(
    servers.map(async (server) => {
      await timer.wait(Math.random() * SPREAD_MS, signal);
      await places.take();
      try {
        if (signal.aborted) return;
        const asked = await askOne(query, server, signal, timer);
        if (!signal.aborted) report(asked);
      } finally {
        places.leave();
      }
    }),
  );
};

/** The server as if it were configured. */
const serverOf = ({ gameQueryPort, queryHost, ...given }: ServerQuestion): GameServer => ({
  key: "asked-now",
  game: "asked-now",
  name: "",
  join: "address",
  voteUrl: null,
  host: given.host,
  port: given.port,
  protocol: given.protocol,
  queryHost: queryHost ?? given.host,
  queryPort: queryPortOf(given, gameQueryPort),
});

const addressOf = ({ queryHost, queryPort }: GameServer): string =>
  `${queryHost.includes(":") ? `[${queryHost}]` : queryHost}:${queryPort}`;

/**
 * Asks a game server once, as an Admin has it in the form, and records nothing of it [SITE-10].
 *
 * It may be where a configured server may be, which is asked every few seconds by whatever Admin publishes
 * it: at any host name or address, those within the own network among them, where game servers often are.
 * Nothing else is asked than there: the protocol is that of a game, of HTTP there is the one path of an Eco
 * server, without redirects, and what comes back is read as a status or not at all. No answer is told but
 * that status, or one of a few reasons.
 * @throws {AppError} `too_many_requests`.
 */
export const askServerNow = async (
  ctx: MemberCtx,
  question: ServerQuestion,
  timer: Timer = systemTimer,
): Promise<ServerAnswer> => {
  await ctx.write(async (tx) => {
    await assertMay(tx, "site");
    await tx.count("serverQuestionsByMember", tx.actor.userId);
  });
  const server = serverOf(question);
  const { signal } = new AbortController();
  const beganMs = timer.nowMs();
  const { reading, reason } = await askOne(ctx.gameQuery, server, signal, timer);
  return {
    address: addressOf(server),
    tookMs: Math.round(timer.nowMs() - beganMs),
    reading: reading && {
      name: reading.serverName,
      version: reading.version,
      players: reading.players,
      maxPlayers: reading.maxPlayers,
      map: reading.map ?? null,
    },
    reason,
  };
};
