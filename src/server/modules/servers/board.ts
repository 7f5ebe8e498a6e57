import { createHash } from "node:crypto";
import type { Community } from "#server/config/community.ts";
import type { StatusBoard } from "#server/context/status-board.ts";
import type { Clock } from "#server/core/clock.ts";
import { createMutex } from "#server/store/mutex.ts";
import type { Store } from "#server/store/store.ts";
import { STATUS_GAMES, type StatusGame } from "#shared/constants/games.ts";
import type { ServerRow, ServersSummary, ServerHistory } from "#shared/schemas/servers.ts";
import { createChartMemory } from "./chart-memory.ts";
import { createPastMemory } from "./past.ts";
import { toServerRow, toServerStatus, statusServers } from "./row.ts";
import type { StatusRecord } from "./status-rule.ts";

type BoardView = {
  rows: readonly ServerRow[];
  byGame: ReadonlyMap<StatusGame, readonly ServerRow[]>;
  answers: ReadonlyMap<StatusGame, { body: string; etag: string }>;
  summary: ServersSummary;
};

const toAnswer = (rows: readonly ServerRow[]) => {
  const body = JSON.stringify(rows.map(toServerStatus));
  return { body, etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"` };
};

const playersOf = (rows: readonly ServerRow[]) =>
  rows.reduce((sum, { isOnline, players }) => sum + (isOnline ? players : 0), 0);

const toView = (rows: readonly ServerRow[]): BoardView => {
  const byGame = new Map(
    STATUS_GAMES.map((game) => [game, rows.filter((row) => row.game === game)] as const),
  );
  const online = rows.filter((row) => row.isOnline);
  return {
    rows,
    byGame,
    answers: new Map([...byGame].map(([game, rows]) => [game, toAnswer(rows)])),
    summary: {
      servers: rows.length,
      online: online.length,
      players: playersOf(rows),
      games: Object.fromEntries(
        STATUS_GAMES.map((game) => [game, playersOf(byGame.get(game) ?? [])]),
      ) as ServersSummary["games"],
    },
  };
};

const looksOf = (row: ServerRow) => JSON.stringify({ ...row, checkedAt: null });

/** An empty board: every server unknown until the first `reload`. */
export const createStatusBoard = ({
  store,
  clock,
  config,
}: {
  store: Store;
  clock: Clock;
  config: { community: Community };
}): StatusBoard => {
  const servers = statusServers(config.community);
  const charts = createChartMemory(
    servers.map(({ key }) => key),
    clock.now(),
  );
  const past = createPastMemory(
    servers.map(({ key }) => key),
    store,
    clock,
  );
  // One after the other, so that an older answer never replaces a newer one.
  const statusTurn = createMutex();
  const historyTurn = createMutex();

  const rowsOf = (statuses: ReadonlyMap<string, StatusRecord>) => {
    const now = clock.now();
    return servers.map((server) => toServerRow(server, statuses.get(server.key), now));
  };
  let view = toView(rowsOf(new Map()));

  const keysByGame = new Map(
    STATUS_GAMES.map((game) => [
      game,
      servers.filter((server) => server.game === game).map(({ key }) => key),
    ]),
  );

  return {
    rows: (game) => (game === undefined ? view.rows : (view.byGame.get(game) ?? [])),
    history: (game) => charts.of(keysByGame.get(game) ?? []),
    past,
    summary: () => view.summary,
    json: (game) => view.answers.get(game) ?? toAnswer([]),
    reload: (keys) =>
      statusTurn(async () => {
        const statuses = await store.read.select().from(store.tables.serverStatus);
        const before = new Map(view.rows.map((row) => [row.key, looksOf(row)]));
        view = toView(rowsOf(new Map(statuses.map((status) => [status.key, status]))));
        const named = new Set(keys);
        // A status that had grown stale looks different although nothing in its row changed.
        return view.rows.filter(
          (row) => named.has(row.key) || before.get(row.key) !== looksOf(row),
        );
      }),
    reloadHistory: () => historyTurn(() => charts.reload(store, clock.now())),
  };
};

/** The servers of one game, in the order of `community.toml`. From memory. */
export const listServers = (
  { board }: { board: StatusBoard },
  { game }: { game: StatusGame },
): ServerRow[] => [...board.rows(game)];

/** The 24-hour charts of one game's servers, in their order. From memory. */
export const listHistory = (
  { board }: { board: StatusBoard },
  { game }: { game: StatusGame },
): ServerHistory[] => [...board.history(game)];

/** How many servers there are, how many are online, how many people play. From memory. */
export const summarizeServers = ({ board }: { board: StatusBoard }): ServersSummary =>
  board.summary();
