/** Why points came or went. */
export const ENTRY_KINDS = [
  "purchase",
  "subscription",
  "passive",
  "play",
  "vote",
  "spend",
  "refund",
  "admin",
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** The games whose servers can speak with the bridge (facts §5; Eco and Empyrion have no points). */
export const BRIDGE_GAMES = [
  "ark-se",
  "ark-sa",
  "eco",
  "minecraft",
  "empyrion",
  "palworld",
  "rust",
] as const;
export type BridgeGame = (typeof BRIDGE_GAMES)[number];

/** Where playing earns passive points (facts §5). */
export const PASSIVE_GAMES: readonly BridgeGame[] = ["ark-se", "ark-sa", "rust", "minecraft"];
export const PASSIVE_QUARTER_MS = 15 * 60_000;

/** The largest balance that an Admin can set (facts §4). */
export const POINTS_MAX = 1_000_000_000;

/** So many players can stand in one report of who is online. */
export const PRESENCE_MAX = 500;
/** So many deliveries are handed out, or acknowledged, at once. */
export const DELIVERIES_MAX = 100;
/** So many points can be asked for at once, as a reward or to spend. */
export const BRIDGE_POINTS_MAX = 1_000_000;
/** How long it is kept who played: until it is credited, and two days. */
export const PRESENCE_KEPT_MS = 2 * 24 * 60 * 60_000;

/** What a bridge key may do. */
export const BRIDGE_SCOPES = [
  "players:read",
  "points:read",
  "points:spend",
  "points:earn",
  "presence:write",
  "votes:write",
  "deliveries:write",
] as const;
export type BridgeScope = (typeof BRIDGE_SCOPES)[number];
