import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Community } from "#server/config/community.ts";
import type { StatusBoard } from "#server/context/services.ts";
import type { Clock } from "#server/core/clock.ts";
import { AppError } from "#server/core/errors.ts";
import { etagOf } from "#server/core/version.ts";
import type { Store } from "#server/store/store.ts";
import { createMutex } from "#server/store/transaction.ts";
import type { HistoryGrain, HistoryRange } from "#shared/constants/games.ts";
import {
  CHART_POINT_MS,
  DAY_MS,
  HISTORY_BUCKET_MS,
  HOUR_MS,
  MINUTE_MS,
} from "#shared/constants/time.ts";
import { MESSAGES } from "#shared/messages.ts";
import { CALLS } from "#shared/proof-messages.ts";
import { hasStatus } from "#shared/rules/community.ts";
import type {
  ServerHistory,
  ServerPast,
  ServerRow,
  ServersSummary,
} from "#shared/schemas/servers.ts";
import { type StatusRecord, statusServers, toServerRow, toServerStatus } from "./ask.ts";
import {
  addTallies,
  CHART_POINTS,
  chartEnd,
  chartOf,
  EMPTY_TALLY,
  pastOf,
  readServerBuckets,
  readTallies,
  startOf,
  type Tally,
} from "./history.ts";

/** What a range is made of, and how long an answer about it serves. */
const RANGES: Record<
  HistoryRange,
  { grain: HistoryGrain; stepMs: number; points: number; keptMs: number }
> = {
  "24h": { grain: "5m", stepMs: CHART_POINT_MS, points: 96, keptMs: MINUTE_MS },
  "7d": { grain: "1h", stepMs: HOUR_MS, points: 168, keptMs: HISTORY_BUCKET_MS },
  "30d": { grain: "1h", stepMs: 2 * HOUR_MS, points: 360, keptMs: HISTORY_BUCKET_MS },
  "1y": { grain: "1h", stepMs: DAY_MS, points: 365, keptMs: HOUR_MS },
};

const WIDTH_MS: Record<HistoryGrain, number> = { "5m": HISTORY_BUCKET_MS, "1h": HOUR_MS };
/** Rows read at once, so that nobody waits behind a year: about 2 ms on SQLite. */
const SLICE_ROWS = 600;

const readPast = async (
  store: Store,
  key: string,
  range: HistoryRange,
  now: Date,
): Promise<ServerPast> => {
  const { grain, stepMs, points } = RANGES[range];
  // The last point is still growing.
  const end = +startOf(now, stepMs) + stepMs;
  const from = end - points * stepMs;
  const tallies = new Map<number, Tally>();
  let readUntil = from;
  const add = async (grain: HistoryGrain, from: number, to: number) => {
    const sliceMs = SLICE_ROWS * WIDTH_MS[grain];
    for (let at = from; at < to; at += sliceMs) {
      const upTo = Math.min(at + sliceMs, to);
      for (const bucket of await readServerBuckets(store, { key, grain, from: at, to: upTo })) {
        const point = +startOf(bucket.at, stepMs);
        tallies.set(point, addTallies(tallies.get(point) ?? EMPTY_TALLY, bucket));
        readUntil = Math.max(readUntil, +bucket.at + WIDTH_MS[grain]);
      }
      await yieldToEventLoop();
    }
  };
  await add(grain, from, end);
  // What is in no hour yet.
  if (grain === "1h") await add("5m", Math.max(readUntil, end - 2 * DAY_MS), end);
  return pastOf(tallies, { from, stepMs, points });
};

/** The past of every server, read when somebody asks and kept for a while. */
const createPastMemory = (keys: readonly string[], store: Store, clock: Clock) => {
  const known = new Set(keys);
  const kept = new Map<string, { until: number; past: Promise<ServerPast> }>();
  return async (key: string, range: HistoryRange): Promise<ServerPast | null> => {
    if (!known.has(key)) return null;
    const now = clock.now();
    const name = `${range} ${key}`;
    const found = kept.get(name);
    if (found !== undefined && found.until > +now) return await found.past;
    const past = readPast(store, key, range, now);
    kept.set(name, { until: +now + RANGES[range].keptMs, past });
    past.catch(() => kept.delete(name));
    return await past;
  };
};

/**
 * Players and uptime of one server. Kept in memory between a minute and an hour, by the range.
 * @throws {AppError} 404 for a server that is not configured, or has no status.
 */
export const readServerPast = async (
  { board }: { board: StatusBoard },
  { key, range }: { key: string; range: HistoryRange },
): Promise<ServerPast> => {
  const past = await board.past(key, range);
  if (past === null) throw new AppError("not_found", MESSAGES.notFound);
  return past;
};

/** The quarter hours of the last day of every server, and the charts made of them. */
const createChartMemory = (keys: readonly string[], now: Date) => {
  const tallies = new Map(keys.map((key) => [key, new Map<number, Tally>()]));
  let charts = new Map<string, ServerHistory>();
  /** Points from here on may still gain buckets that are not in memory. */
  let settledUntil = Number.NEGATIVE_INFINITY;

  const makeCharts = (end: Date) => {
    const begin = +end - CHART_POINTS * CHART_POINT_MS;
    charts = new Map(
      [...tallies].map(([key, points]) => {
        for (const point of points.keys()) if (point < begin) points.delete(point);
        return [key, chartOf(key, points, end)];
      }),
    );
  };
  makeCharts(chartEnd(now));

  return {
    isLoaded: () => Number.isFinite(settledUntil),

    of: (wanted: readonly string[]): readonly ServerHistory[] =>
      wanted.flatMap((key) => charts.get(key) ?? []),

    reload: async (store: Store, now: Date): Promise<void> => {
      const end = chartEnd(now);
      const begin = +end - CHART_POINTS * CHART_POINT_MS;
      for (let point = Math.max(begin, settledUntil); point < +end; point += CHART_POINT_MS) {
        // oxlint-disable-next-line no-await-in-loop -- Requests get their turn between two points.
        const found = await readTallies(store, {
          from: new Date(point),
          to: new Date(point + CHART_POINT_MS),
        });
        for (const points of tallies.values()) points.delete(point);
        for (const tally of found) tallies.get(tally.serverKey)?.set(point, tally);
        await yieldToEventLoop();
      }
      // A round that began before the turn of a quarter hour is recorded after it.
      settledUntil = +end - 2 * CHART_POINT_MS;
      makeCharts(end);
    },
  };
};

type BoardView = {
  rows: readonly ServerRow[];
  byGame: ReadonlyMap<string, readonly ServerRow[]>;
  answers: ReadonlyMap<string, { body: string; etag: string }>;
  summary: ServersSummary;
};

const toAnswer = (rows: readonly ServerRow[]) => {
  const body = JSON.stringify(rows.map(toServerStatus));
  return { body, etag: etagOf(body) };
};

const playersOf = (rows: readonly ServerRow[]) =>
  rows.reduce((sum, { isOnline, players }) => sum + (isOnline ? players : 0), 0);

/** @param unasked the servers of games without a status. */
const toView = (
  games: readonly string[],
  rows: readonly ServerRow[],
  unasked: ReadonlyMap<string, readonly ServerRow[]>,
): BoardView => {
  const asked = games.map((game) => [game, rows.filter((row) => row.game === game)] as const);
  const byGame = new Map([...asked, ...unasked]);
  const online = rows.filter((row) => row.isOnline);
  return {
    rows,
    byGame,
    answers: new Map([...byGame].map(([game, rows]) => [game, toAnswer(rows)])),
    summary: {
      servers: rows.length,
      online: online.length,
      players: playersOf(rows),
      games: Object.fromEntries(asked.map(([game, rows]) => [game, playersOf(rows)])),
    },
  };
};

const looksOf = (row: ServerRow) => JSON.stringify({ ...row, checkedAt: null });

/** The servers of each game without a status, as they are configured. */
const unaskedRows = (
  community: Community,
  now: Date,
): ReadonlyMap<string, readonly ServerRow[]> => {
  const ofGame = Map.groupBy(community.servers, ({ game }) => game);
  return new Map(
    community.games
      .filter((game) => !hasStatus(game))
      .map(({ key }) => [
        key,
        (ofGame.get(key) ?? []).map((server) => toServerRow(server, undefined, now)),
      ]),
  );
};

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
  /** What follows from the servers and games of the community. */
  const partsOf = (community: Community) => {
    const servers = statusServers(community);
    const keys = servers.map(({ key }) => key);
    const games = community.games.filter(hasStatus).map(({ key }) => key);
    return {
      servers,
      games,
      unasked: unaskedRows(community, clock.now()),
      charts: createChartMemory(keys, clock.now()),
      past: createPastMemory(keys, store, clock),
      keysByGame: new Map(
        games.map((game) => [
          game,
          servers.filter((server) => server.game === game).map(({ key }) => key),
        ]),
      ),
    };
  };
  let parts = partsOf(config.community);
  // One after the other, so that an older answer never replaces a newer one.
  const statusTurn = createMutex();
  const historyTurn = createMutex();

  const viewOf = (
    { servers, games, unasked }: typeof parts,
    statuses: ReadonlyMap<string, StatusRecord>,
  ): BoardView => {
    const now = clock.now();
    return toView(
      games,
      servers.map((server) => toServerRow(server, statuses.get(server.key), now)),
      unasked,
    );
  };
  const readStatuses = async () => {
    const statuses = await store.read.select().from(store.tables.serverStatus);
    return new Map(statuses.map((status) => [status.key, status]));
  };
  let view = viewOf(parts, new Map());
  const reloadHistory = () => historyTurn(() => parts.charts.reload(store, clock.now()));

  return {
    rows: (game) => (game === undefined ? view.rows : (view.byGame.get(game) ?? [])),
    history: async (game) => {
      while (!parts.charts.isLoaded()) await reloadHistory();
      return parts.charts.of(parts.keysByGame.get(game) ?? []);
    },
    past: (key, range) => parts.past(key, range),
    summary: () => view.summary,
    games: () => parts.games,
    known: () => [...view.byGame.keys()],
    json: (game) => view.answers.get(game) ?? null,
    reload: (keys) =>
      statusTurn(async () => {
        const statuses = await readStatuses();
        const before = new Map(view.rows.map((row) => [row.key, looksOf(row)]));
        view = viewOf(parts, statuses);
        const named = new Set(keys);
        // A status that had grown stale looks different although nothing in its row changed.
        return view.rows.filter(
          (row) => named.has(row.key) || before.get(row.key) !== looksOf(row),
        );
      }),
    configure: () =>
      statusTurn(async () => {
        const next = partsOf(config.community);
        view = viewOf(next, await readStatuses());
        parts = next;
      }),
    reloadHistory,
  };
};

/** @throws {AppError} `not_found` where the community has no such game. */
const assertGame = (board: StatusBoard, game: string): void => {
  if (board.json(game) === null) throw new AppError("not_found", CALLS.unknownGame(board.known()));
};

/**
 * The servers of one game, in the order of `community.toml`; those of a game without a status are unknown. From
 * memory.
 * @throws {AppError} `not_found` where the community has no such game.
 */
export const listServers = (
  { board }: { board: StatusBoard },
  { game }: { game: string },
): ServerRow[] => {
  assertGame(board, game);
  return [...board.rows(game)];
};

/**
 * The 24-hour charts of one game's servers, in their order. From memory.
 * @throws {AppError} `not_found` as above.
 */
export const listHistory = async (
  { board }: { board: StatusBoard },
  { game }: { game: string },
): Promise<ServerHistory[]> => {
  assertGame(board, game);
  return [...(await board.history(game))];
};

/** How many servers there are, how many are online, how many people play. From memory. */
export const summarizeServers = ({ board }: { board: StatusBoard }): ServersSummary =>
  board.summary();
