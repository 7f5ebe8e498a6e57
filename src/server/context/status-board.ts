import type { HistoryRange } from "#shared/constants/games.ts";
import type {
  ServerHistory,
  ServerPast,
  ServerRow,
  ServersSummary,
} from "#shared/schemas/servers.ts";

/** The status in memory: requests read it and nothing else. */
export type StatusBoard = {
  /** In the order of `community.toml`; of one game, or of all. */
  rows(game?: string): readonly ServerRow[];
  /** The charts, read when they are first asked for. */
  history(game: string): Promise<readonly ServerHistory[]>;
  /** Players and uptime of one server, at most an hour old; null for a key without a status. */
  past(key: string, range: HistoryRange): Promise<ServerPast | null>;
  summary(): ServersSummary;
  /** The keys of the games that have a status, in their order. */
  games(): readonly string[];
  /** The answer of `GET /api/server/{game}`, made when the status changed; null for no such game. */
  json(game: string): { body: string; etag: string } | null;
  /**
   * Reads the status from the store.
   * @param keys what has changed; null when that is not known.
   * @returns the rows to tell people about: those named, and those that look different.
   */
  reload(keys: readonly string[] | null): Promise<readonly ServerRow[]>;
  /** Shows the servers and games that the community has now, with what the store knows of them. */
  configure(): Promise<void>;
  /** Reads what the history has gained; the first time, all of the charts. */
  reloadHistory(): Promise<void>;
};
