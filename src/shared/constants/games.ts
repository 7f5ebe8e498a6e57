export const SERVER_STATES = ["online", "offline", "unknown"] as const;
export type ServerState = (typeof SERVER_STATES)[number];

/** Widths of the history's buckets: five minutes for two days, hours for a year. */
export const HISTORY_GRAINS = ["5m", "1h"] as const;
export type HistoryGrain = (typeof HISTORY_GRAINS)[number];

/** Stretches of time over which the past of a server is shown. */
export const HISTORY_RANGES = ["24h", "7d", "30d", "1y"] as const;
export type HistoryRange = (typeof HISTORY_RANGES)[number];
