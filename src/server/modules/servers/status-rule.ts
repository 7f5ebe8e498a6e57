import type { Community, GameServer } from "#server/config/community.ts";
import type { GameReading } from "#server/providers/game-query/port.ts";
import type { Tables } from "#server/store/store.ts";
import { hasStatus } from "#shared/rules/community.ts";
import type { ServerRow, ServerStatus } from "#shared/schemas/servers.ts";

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
