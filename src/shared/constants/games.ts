/** The games whose servers are polled, in the order of the status tabs [STATUS-04]. */
export const STATUS_GAMES = ["ark-se", "ark-sa", "eco", "minecraft", "empyrion"] as const;
export type StatusGame = (typeof STATUS_GAMES)[number];

/** Every game a configured server may belong to. Palworld has tickets, but no status [STATUS-03]. */
export const SERVER_GAMES = [...STATUS_GAMES, "palworld"] as const;
export type ServerGame = (typeof SERVER_GAMES)[number];

/** Short names, as on the status tabs and in tickets. */
export const GAME_NAMES: Record<ServerGame, string> = {
  "ark-se": "Ark:SE",
  "ark-sa": "Ark:SA",
  eco: "Eco",
  minecraft: "Minecraft",
  empyrion: "Empyrion",
  palworld: "Palworld",
};

/** True where people join by pasting an address instead of following a `steam://` link. */
export const JOINS_BY_ADDRESS: Record<StatusGame, boolean> = {
  "ark-se": false,
  "ark-sa": false,
  eco: false,
  minecraft: true,
  empyrion: false,
};

/** The port on which a server answers questions where the owner's file names none. */
export const DEFAULT_QUERY_PORT: Record<ServerGame, (gamePort: number) => number> = {
  "ark-se": () => 27_015,
  "ark-sa": (gamePort) => gamePort,
  eco: (gamePort) => gamePort + 1,
  minecraft: (gamePort) => gamePort,
  empyrion: (gamePort) => gamePort + 1,
  palworld: (gamePort) => gamePort,
};

export const SERVER_STATES = ["online", "offline", "unknown"] as const;
export type ServerState = (typeof SERVER_STATES)[number];

/** Widths of the history's buckets: five minutes for two days, hours for a year. */
export const HISTORY_GRAINS = ["5m", "1h"] as const;
export type HistoryGrain = (typeof HISTORY_GRAINS)[number];

/** Stretches of time over which the past of a server is shown. */
export const HISTORY_RANGES = ["24h", "7d", "30d", "1y"] as const;
export type HistoryRange = (typeof HISTORY_RANGES)[number];

export const isStatusGame = (game: string): game is StatusGame =>
  (STATUS_GAMES as readonly string[]).includes(game);
