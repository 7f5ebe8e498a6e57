export const SERVER_STATES = ["online", "offline", "unknown"] as const;
export type ServerState = (typeof SERVER_STATES)[number];

/** Widths of the history's buckets: five minutes for two days, hours for a year. */
export const HISTORY_GRAINS = ["5m", "1h"] as const;
export type HistoryGrain = (typeof HISTORY_GRAINS)[number];

/** Stretches of time over which the past of a server is shown. */
export const HISTORY_RANGES = ["24h", "7d", "30d", "1y"] as const;
export type HistoryRange = (typeof HISTORY_RANGES)[number];

/** Why a game server gave no answer. */
export const NO_ANSWER_REASONS = [
  "unresolved", // the host name has no address
  "refused", // nothing listens there
  "closed", // it hung up before it had answered
  "malformed", // it said something that is not an answer
  "unlisted", // the matchmaking service does not know it
  "denied", // the matchmaking service does not know us
  "failed", // the network failed in another way
  "silent", // the time was up
] as const;
export type NoAnswerReason = (typeof NO_ANSWER_REASONS)[number];
