import { DAY_MS, MINUTE_MS } from "#shared/constants/time.ts";

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
  "merge",
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** Playing earns passive points by the quarter of an hour [POINTS-05]. */
export const PASSIVE_QUARTER_MS = 15 * MINUTE_MS;

/** The largest balance that an Admin can set [POINTS-03]. */
export const POINTS_MAX = 1_000_000_000;

/** So many players can stand in one report of who is online. */
export const PRESENCE_MAX = 500;
/** So many deliveries are handed out, or acknowledged, at once. */
export const DELIVERIES_MAX = 100;
/** So many points can be asked for at once, as a reward or to spend. */
export const BRIDGE_POINTS_MAX = 1_000_000;
/** How long it is kept who played: until it is credited, and two days. */
export const PRESENCE_KEPT_MS = 2 * DAY_MS;

/** So many weeks of play are shown to a member, and so many are kept. */
export const PLAY_WEEKS_SHOWN = 12;
export const PLAY_WEEKS_KEPT = 53;

/** How long the vote of a player who has not linked their account is kept for them. */
export const KEPT_VOTE_MS = 30 * DAY_MS;
/** So many votes are kept for one player. */
export const KEPT_VOTES_MAX = 60;

/** So long before a key expires the Admins are told. */
export const KEY_WARNING_MS = 7 * DAY_MS;
/** So many keys of one Admin are shown, or kept, at once. */
export const KEYS_OF_MAKER_MAX = 100;

/** So many games a key can speak for. */
export const KEY_GAMES_MAX = 60;

/** Whether a key is good: revoked by somebody, or past its end, it is refused. */
export const KEY_STATES = ["active", "revoked", "expired"] as const;
export type KeyState = (typeof KEY_STATES)[number];

/** What a bridge key may do. */
export const BRIDGE_SCOPES = [
  "players:read",
  "points:read",
  "points:spend",
  "points:earn",
  "presence:write",
  "votes:write",
  "deliveries:write",
  "bans:read",
] as const;
export type BridgeScope = (typeof BRIDGE_SCOPES)[number];
