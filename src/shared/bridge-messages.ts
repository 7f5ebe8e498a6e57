import { GAME_NAMES } from "./constants/games.ts";
import type { BridgeGame, BridgeScope } from "./constants/points.ts";

/** What the games are called that bridge keys speak for. */
export const BRIDGE_GAME_NAMES: Record<BridgeGame, string> = { ...GAME_NAMES, rust: "Rust" };

/** What each scope lets a plugin do. */
export const BRIDGE_SCOPE_TEXTS: Record<BridgeScope, { label: string; text: string }> = {
  "players:read": { label: "Look players up", text: "Who a player is here, and their tier." },
  "points:read": { label: "Read balances", text: "How many points a player has." },
  "points:spend": { label: "Take points", text: "For what players buy in game." },
  "points:earn": { label: "Give points", text: "As rewards for what players do in game." },
  "presence:write": { label: "Report who plays", text: "Time played earns passive points." },
  "votes:write": { label: "Report votes", text: "Each vote is credited once." },
  "deliveries:write": {
    label: "Hand out deliveries",
    text: "Fetch what is due, and say it is done.",
  },
};

/** The screen of the keys by which game-server plugins call the site. */
export const BRIDGE_KEYS = {
  eyebrow: "Into the games",
  title: "Bridge Keys",
  label: "Keys",
  make: "New key",
  /** Before the link to the documentation. */
  intro:
    "A game server's plugin speaks with this site by a key of its own. The calls are described in the",
  documentation: "API documentation",
  empty: {
    title: "No keys yet",
    text: "With a key, the plugin of a game server looks players up, takes and gives points, reports who plays and hands out what was bought. Make one for each server.",
    action: "Make the first key",
  },
  revoke: {
    title: "Revoke this key?",
    text: "Its plugin is refused from now on, and the key cannot be brought back. Make another one for it if it is to go on.",
    action: "Yes, Revoke",
  },
} as const;

/** What game-server plugins are told. */
export const BRIDGE = {
  wantsKey: "This call needs a bridge key.",
  keyRevoked: "This bridge key was revoked. Ask an Admin of the site for another one.",
  keyExpired: "This bridge key has expired. Ask an Admin of the site for another one.",
  lacksScope: "This bridge key may not do that.",
  lacksGame: "This bridge key does not speak for that game.",
  lacksPlatform: "Players of the key's games are not known by accounts of that platform.",
  wrongPlatform: "Players of that game are not known by accounts of that platform.",
  badLine: "This line must have a `platform`, and a `playerId` that is the player's id there.",
  unknownPlatform: "There is no such platform. Known platforms: steam, minecraft, epic.",
  unknownServer: "There is no server of that key for this game.",
  unknownPlayer: "No member has linked this account.",
  retired: "This account was unlinked once, so no points are added through it any more.",
  tooGenerous: "This is more than a reward may be.",
  tooExpensive: "This is more than a member can spend in that time.",
  votedAlready: "This player has voted there already. The next vote counts later.",
  keptVotesFull: "As many votes as can be kept for this player are waiting for them to link.",
  unknownKey: "There is no such bridge key.",
  keysFailed: "Failed to load the bridge keys.",
  makeFailed: "Failed to make the bridge key.",
  revokeFailed: "Failed to revoke the bridge key.",
  revoked: "Bridge key revoked.",
  expiryPast: "Choose a day in the future, or none.",
  unusualSubject: "A bridge key spends unusually much",
  unusualText: (name: string, points: string, time: string) =>
    `The key “${name}” has taken more than ${points} points within ${time}. If that is not what its server sells, revoke it under Bridge Keys: the statements of points name it.`,
  expirySubject: "A bridge key is about to expire",
  expiryText: (name: string, day: string) =>
    `The key “${name}” expires on ${day} (UTC). Its plugin is refused from then on: make another key for it under Bridge Keys.`,
  /** Of a key that stays good though. */
  makerIsNoAdmin: "Who made this key is no Admin any more. Revoke it if nobody vouches for it.",
} as const;

/** Making a key, and the one look at it. */
export const BRIDGE_KEY_FORM = {
  copyRefused: "Copying is not allowed here. Select the key instead.",
  keyOf: (name: string) => `The key of ${name}`,
  shownOnce:
    "Put it into the plugin's settings now: it is shown this once, and nobody can look it up later.",
  copy: "Copy the key",
  reachesBy: (platforms: string) => `Reaches players by ${platforms}.`,
  nameMissing: "Please give it a name.",
  scopesMissing: "Please choose what it may do.",
  intro: "For the plugin of one game server. Give it no more than it needs.",
  nameHint: "Where it is used, such as Ragnarok.",
  games: "Games that it speaks for",
  scopes: "What it may do",
  lastDay: "Last day (optional)",
  lastDayHint: "After it the key is refused. Without one it stays good until it is revoked.",
  make: "Make the key",
} as const;
