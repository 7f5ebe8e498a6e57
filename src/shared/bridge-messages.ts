import type { BridgeScope } from "./constants/points.ts";

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
    text: "Fetch what is due and confirm it.",
  },
  "bans:read": { label: "Read bans", text: "Who is banned from the servers, and until when." },
};

/** The screen of the keys by which game-server plugins call the site. */
export const BRIDGE_KEYS = {
  eyebrow: "Into the games",
  title: "Bridge Keys",
  label: "Keys",
  make: "New key",
  search: "Search by name or key",
  /** Before the link to the documentation. */
  intro: "Each game server connects with its own key. The calls are described in the",
  documentation: "API documentation",
  empty: {
    title: "No keys yet",
    text: "With a key, a game server's plugin looks up players, takes and gives points, reports who is playing and delivers what was bought. Create one for each server.",
    action: "Create the first key",
  },
  noMatch: { title: "No key matches.", text: "Try another word or state." },
  csv: [
    "Key",
    "Name",
    "Games",
    "May",
    "State",
    "Created by",
    "Created (UTC)",
    "Last used (UTC)",
    "Expires (UTC)",
    "Revoked (UTC)",
  ],
  revokeThis: (name: string) => `Revoke ${name}`,
  revoke: {
    title: "Revoke this key?",
    text: "Its plugin is refused from now on, and the key cannot be restored. Create a new one if the server is to keep working.",
    action: "Yes, Revoke",
  },
} as const;

/** What game-server plugins are told. */
export const BRIDGE = {
  wantsKey: "This call needs a bridge key.",
  keyRevoked: "This bridge key was revoked. Ask an Admin of the site for another one.",
  keyExpired: "This bridge key has expired. Ask an Admin of the site for another one.",
  lacksScope: "This bridge key may not do that.",
  lacksGame: "This bridge key is not for that game.",
  lacksPlatform: "The key's games do not know players by accounts of that platform.",
  wrongPlatform: "That game does not know players by accounts of that platform.",
  badLine: "This line must have a `platform`, and a `playerId` that is the player's id there.",
  unknownPlatform: "There is no such platform. Known platforms: steam, minecraft, epic.",
  unknownGame: (known: readonly string[]) =>
    `There is no such game. Known games: ${known.join(", ")}.`,
  unknownServer: "There is no server of that key for this game.",
  unknownPlayer: "No member has linked this account.",
  retired: "This account was unlinked once, so points can no longer be added through it.",
  tooGenerous: "This is more than one reward may give.",
  tooExpensive: "This is more than a member can spend in that time.",
  votedAlready: "This player has already voted there. Their next vote counts later.",
  keptVotesFull: "No more votes can be kept for this player until they link an account.",
  unknownKey: "There is no such bridge key.",
  keysFailed: "Failed to load the bridge keys.",
  makeFailed: "Failed to create the bridge key.",
  revokeFailed: "Failed to revoke the bridge key.",
  revoked: "Bridge key revoked.",
  expiryPast: "Choose a day in the future, or none.",
  unusualSubject: "A bridge key is spending unusually much",
  unusualText: (name: string, points: string, time: string) =>
    `The key “${name}” has taken more than ${points} points within ${time}. If its server does not sell that much, revoke the key under Bridge Keys. Points statements show what it took.`,
  expirySubject: "A bridge key is about to expire",
  expiryText: (name: string, day: string) =>
    `The key “${name}” expires on ${day} (UTC). Its plugin is refused from then on. Create a new key for it under Bridge Keys.`,
  /** Of a key that stays good though. */
  makerIsNoAdmin:
    "The creator of this key is no longer an Admin. Revoke it if nobody vouches for it.",
} as const;

/** Making a key, and the one look at it. */
export const BRIDGE_KEY_FORM = {
  copyRefused: "Copying is not allowed here. Select the key instead.",
  keyOf: (name: string) => `The key of ${name}`,
  shownOnce: "Copy it into the plugin's settings now. It is shown only once.",
  copy: "Copy the key",
  reachesBy: (platforms: string) => `Reaches players by ${platforms}.`,
  nameMissing: "Please give it a name.",
  scopesMissing: "Please choose what it may do.",
  intro: "For the plugin of one game server. Give it no more than it needs.",
  nameHint: "Where it is used, such as the name of a server.",
  games: "Games",
  scopes: "What it may do",
  lastDay: "Last day (optional)",
  lastDayHint: "The key is refused after this day. Without one it works until it is revoked.",
  make: "Create key",
} as const;
