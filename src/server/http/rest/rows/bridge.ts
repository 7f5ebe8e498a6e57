import type { SiteRow } from "#server/http/rest/row.ts";
import { BRIDGE } from "#shared/bridge-messages.ts";

const plugin = { section: "Bridge", reply: "json" } as const;
const admin = { section: "Bridge keys" } as const;

const TOO_MANY = "The member has got as much as they can for now; `Retry-After` says for how long.";
const UNKNOWN_PLAYER = { 404: BRIDGE.unknownPlayer } as const;
/** The paths of one player. */
const player = {
  unknown: BRIDGE.unknownPlayer,
  unknownCodes: { platform: "platform_unknown", playerId: "member_unknown" },
  codes: ["key_platform", "platform_unknown", "member_unknown"],
} as const;

/** What game-server plugins call, and the keys that they call with [POINTS-12]. */
export const BRIDGE_ROWS: readonly SiteRow[] = [
  {
    ...plugin,
    method: "GET",
    path: "/bridge/players/{platform}/{playerId}",
    procedure: "bridge.player",
    summary: "The member who has linked this account, their tier, and whether it earns points.",
    ...player,
  },
  {
    ...plugin,
    method: "GET",
    path: "/bridge/players/{platform}/{playerId}/balance",
    procedure: "bridge.balance",
    summary: "A player's points.",
    ...player,
  },
  {
    ...plugin,
    method: "POST",
    path: "/bridge/spend",
    procedure: "bridge.spend",
    summary:
      "Takes points for something in a game. The same `idempotencyKey` again takes nothing, and is answered as the first time.",
    refuses: {
      ...UNKNOWN_PLAYER,
      429: "The key or the member has spent as much, or as often, as they can for now; `Retry-After` says for how long.",
      409: "Too few points, or the `idempotencyKey` was used for something else.",
    },
    codes: [
      "member_unknown",
      "spend_too_large",
      "not_enough_points",
      "reference_used",
      "key_platform",
    ],
  },
  {
    ...plugin,
    method: "POST",
    path: "/bridge/earn",
    procedure: "bridge.earn",
    summary:
      "Gives points as a reward for play, within the limits of the community. The same `idempotencyKey` again gives nothing, and is answered as the first time.",
    refuses: {
      ...UNKNOWN_PLAYER,
      403: "A strike keeps the member from earning.",
      409: "The account was unlinked once, or the `idempotencyKey` was used for something else.",
      429: TOO_MANY,
    },
    codes: [
      "member_unknown",
      "reward_too_large",
      "account_retired",
      "reference_used",
      "key_platform",
      "strike",
    ],
  },
  {
    ...plugin,
    method: "POST",
    path: "/bridge/presence",
    procedure: "bridge.reportPresence",
    summary:
      "Who is online now, to be sent every five minutes. Lines that are malformed are named in `refused`; all others count. Each member earns passive points once per quarter of an hour, however many reports name them.",
  },
  {
    ...plugin,
    method: "POST",
    path: "/bridge/vote",
    procedure: "bridge.vote",
    summary:
      "Rewards a vote, told as Votifier does. The same vote again gives nothing, whichever server tells it. That of a player who has not linked their account is kept for 30 days, and credited when they do: `state` says which.",
    refuses: {
      ...UNKNOWN_PLAYER,
      403: "A strike keeps the member from earning.",
      409: "The account was unlinked once, this player has voted there already, or no more votes can be kept for them; `Retry-After` says where it can be told again.",
      429: TOO_MANY,
    },
    codes: [
      "member_unknown",
      "account_retired",
      "vote_too_soon",
      "kept_votes_full",
      "key_platform",
      "strike",
    ],
  },
  {
    ...plugin,
    method: "GET",
    path: "/bridge/deliveries",
    procedure: "bridge.deliveries",
    summary:
      "What waits to be handed out in a game, oldest first, with every call again until it is acknowledged. A server that names itself also gets what is for it alone.",
    refuses: { 404: BRIDGE.unknownServer },
    codes: ["server_unknown"],
  },
  {
    ...plugin,
    method: "POST",
    path: "/bridge/deliveries/acknowledge",
    procedure: "bridge.acknowledge",
    summary:
      "Says that deliveries were handed out; `ids` of the reply are those that are done. What is for one server is acknowledged with its `server`.",
    refuses: { 404: BRIDGE.unknownServer },
    codes: ["server_unknown"],
  },
  {
    ...plugin,
    method: "GET",
    path: "/bridge/bans",
    procedure: "bridge.bans",
    summary:
      "Who is banned from the servers until when, by linked accounts. Without `since` everybody who is; with the `cursor` of the reply before, what has changed since. `isWhole`: forget what you knew. With `If-None-Match` the same reply is 304.",
    isTagged: true,
    input: ({ query: { limit, ...query } }) => ({
      ...query,
      ...(limit !== undefined && { limit: Number(limit) }),
    }),
  },
  {
    ...plugin,
    method: "GET",
    path: "/bridge/bans/{platform}/{playerId}",
    procedure: "bridge.playerBan",
    summary:
      "Whether one player is banned, for the moment when they join. It also knows accounts whose owner was erased.",
    unknown: BRIDGE.unknownPlayer,
    unknownCodes: { platform: "platform_unknown", playerId: "member_unknown" },
    codes: ["key_platform", "platform_unknown"],
  },
  {
    ...admin,
    method: "GET",
    path: "/bridge/keys",
    procedure: "bridge.keys",
    summary: "The keys of plugins, newest first, revoked ones too. For Admins.",
    reply: "list",
  },
  {
    ...admin,
    method: "POST",
    path: "/bridge/keys",
    procedure: "bridge.makeKey",
    summary: "Makes a key for a plugin. `key` is shown this once. For Admins.",
    reply: "json",
    status: 201,
  },
  {
    ...admin,
    method: "DELETE",
    path: "/bridge/keys/{id}",
    procedure: "bridge.revokeKey",
    summary: "Ends a key. For Admins.",
    reply: "empty",
    unknown: BRIDGE.unknownKey,
  },
];
