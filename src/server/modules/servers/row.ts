import type { Community, GameServer } from "#server/config/community.ts";
import { hasStatus } from "#shared/rules/games.ts";
import type { ServerRow, ServerStatus } from "#shared/schemas/servers.ts";
import { isStale, type StatusRecord } from "./status-rule.ts";

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
