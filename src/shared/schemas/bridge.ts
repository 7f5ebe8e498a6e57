import { z } from "zod/mini";
import { GAME_PLATFORMS, LENGTHS } from "#shared/constants/accounts.ts";
import { KEY_SORTS } from "#shared/constants/lists.ts";
import {
  BRIDGE_POINTS_MAX,
  BRIDGE_SCOPES,
  DELIVERIES_MAX,
  KEY_GAMES_MAX,
  KEY_STATES,
  PRESENCE_MAX,
} from "#shared/constants/points.ts";
import { isSeen } from "#shared/rules/lines.ts";
import { gameKey as game } from "./community/play.ts";
import { pageOf, recordId, searchInput } from "./lists.ts";
import { person } from "./members.ts";
import { line } from "./text.ts";

const label = line(LENGTHS.label).check(z.refine(isSeen, "must not be empty"));

/** A key of a game-server plugin, without its secret part. */
export const bridgeKey = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(BRIDGE_SCOPES)),
  /** The games that it speaks for. */
  games: z.array(game),
  createdBy: z.string(),
  /** Who made it, by their name of now. */
  maker: person,
  /** False where that is no Admin any more, and another Admin has kept the key. */
  isMakerAdmin: z.boolean(),
  createdAt: z.iso.datetime(),
  /** To ten minutes. */
  lastUsedAt: z.nullable(z.iso.datetime()),
  revokedAt: z.nullable(z.iso.datetime()),
  /** From then on it is refused; null for a key that stays good. */
  expiresAt: z.nullable(z.iso.datetime()),
  state: z.enum(KEY_STATES),
});
export type BridgeKey = z.infer<typeof bridgeKey>;
export const bridgeKeyPage = pageOf(bridgeKey);
export const keyListInput = z.extend(searchInput, {
  state: z.optional(z.enum(KEY_STATES)),
  /** Without it the newest come first. */
  sort: z.optional(z.enum(KEY_SORTS)),
});
export type KeyListInput = z.infer<typeof keyListInput>;

export const newBridgeKey = z.object({
  name: label,
  scopes: z.array(z.enum(BRIDGE_SCOPES)).check(z.minLength(1), z.maxLength(BRIDGE_SCOPES.length)),
  games: z.array(game).check(z.minLength(1), z.maxLength(KEY_GAMES_MAX)),
  /** When it expires, in the future; never where it is left out. */
  expiresAt: z.optional(z.nullable(z.iso.datetime())),
});
export type NewBridgeKey = z.infer<typeof newBridgeKey>;
/** `key` is shown this once. */
export const madeBridgeKey = z.extend(bridgeKey, { key: z.string() });
export type MadeBridgeKey = z.infer<typeof madeBridgeKey>;
export const bridgeKeyId = z.object({ id: line(LENGTHS.id) });

/** Letters, digits, dashes and underscores; Geyser puts a dot or a star before names of Bedrock. */
const PLAYER_ID = /^[.*]?[\w-]{1,64}$/;

/** A player as a game server knows them: SteamID64, Minecraft UUID or Epic account id. */
export const playerAccount = z.object({
  platform: z.enum(GAME_PLATFORMS),
  playerId: z.string().check(z.regex(PLAYER_ID, "must be the player's id on that platform")),
});
export type PlayerAccount = z.infer<typeof playerAccount>;

export const bridgePlayer = z.object({
  userId: z.string(),
  /** Their name on that platform when they linked it. */
  name: z.string(),
  /** The key of the highest that runs; Standard for none. */
  tier: z.string(),
  /** False for an account that was unlinked once: it earns no points [LINK-06]. */
  isEligible: z.boolean(),
});
export type BridgePlayer = z.infer<typeof bridgePlayer>;

export const bridgeBalance = z.object({ balance: z.int() });

/** The plugin's own name for what it does, so that it is done once however often it is sent. */
const operationKey = z
  .string()
  .check(
    z.regex(
      /^[\w.:-]{8,64}$/,
      "must be 8 to 64 letters, digits, dots, colons, dashes or underscores",
    ),
  );

/** Points that a game server takes or gives. */
export const bridgeTransfer = z.extend(playerAccount, {
  game,
  points: z.int().check(z.minimum(1), z.maximum(BRIDGE_POINTS_MAX)),
  reason: line(LENGTHS.reason).check(z.refine(isSeen, "must not be empty")),
  idempotencyKey: operationKey,
});
export type BridgeTransfer = z.infer<typeof bridgeTransfer>;

/** What came of it. */
export const bridgeEntry = z.object({
  entryId: z.int(),
  delta: z.int(),
  /** The balance with this entry. */
  balance: z.int(),
  /** True where the same was sent before: nothing has happened this time. */
  isRepeat: z.boolean(),
});
export type BridgeEntry = z.infer<typeof bridgeEntry>;

/** What can be wrong with one line of a report, in words of the closed set of all codes. */
const LINE_CODES = ["bad_request", "platform_unknown", "key_platform"] as const;

/** The key of the asking server, as configured. */
const ownServer = z.optional(line(LENGTHS.serverName));

export const presenceReport = z.object({
  game,
  /** Where they play, for the figures of members. */
  server: ownServer,
  /** Each line is judged for itself. */
  players: z.array(z.union([playerAccount, z.unknown()])).check(z.maxLength(PRESENCE_MAX)),
});
export type PresenceReport = z.infer<typeof presenceReport>;
export const presenceAnswer = z.object({
  /** Start of the quarter of an hour that it counts for. */
  quarter: z.iso.datetime(),
  /** How many lines were good, whether somebody has linked the account or not. */
  accepted: z.int(),
  /** How many members earn passive points in it by this report. */
  earning: z.int(),
  /** The lines that were not, in their order. */
  refused: z.array(
    z.object({
      /** From 0. */
      index: z.int(),
      /** As it was sent; null where it was none. */
      playerId: z.nullable(z.string()),
      code: z.enum(LINE_CODES),
      message: z.string(),
    }),
  ),
});
export type PresenceAnswer = z.infer<typeof presenceAnswer>;

/** No control stands in it: not every database holds one. */
const votedAt = z.string().check(
  z.minLength(1),
  z.maxLength(LENGTHS.label),
  z.refine((value) => !/\p{Cc}/u.test(value), "must be one line without control characters"),
);

/**
 * A vote as Votifier tells of it, and for which game. The player is known by `uuid`, else by
 * `username`: an id of the platform, or on Minecraft the name there.
 */
export const bridgeVote = z.object({
  game,
  /** The configured server's key or name, where players can vote for several. */
  server: z._default(line(LENGTHS.label), ""),
  /** Minecraft for its own game unless it is said, else Steam. */
  platform: z.optional(z.enum(GAME_PLATFORMS)),
  serviceName: label,
  username: z.string().check(z.regex(PLAYER_ID, "must be a player's id or name")),
  uuid: z.optional(z.string().check(z.regex(PLAYER_ID, "must be the player's id"))),
  /** When it was cast, as the voting site writes it. */
  timestamp: z.union([z.int(), votedAt]),
});
export type BridgeVote = z.infer<typeof bridgeVote>;

/** What came of a vote: points for a member, or kept until its player links the account. */
export const bridgeVoteAnswer = z.discriminatedUnion("state", [
  z.extend(bridgeEntry, { state: z.literal("credited") }),
  z.object({
    state: z.literal("kept"),
    /** What it will be worth. */
    points: z.int(),
    /** Until then they can link their account. */
    keptUntil: z.iso.datetime(),
    /** True where the same vote is kept already. */
    isRepeat: z.boolean(),
  }),
]);
export type BridgeVoteAnswer = z.infer<typeof bridgeVoteAnswer>;

export const delivery = z.object({
  id: z.int(),
  userId: z.string(),
  /** The member's accounts, by which the game server finds them. */
  players: z.array(playerAccount),
  game,
  /** What to do, as the plugin understands it. */
  payload: z.unknown(),
  /** The key of the one server that may hand it out; null for any of the game. */
  server: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
});
export type Delivery = z.infer<typeof delivery>;
export const deliveryInput = z.object({
  game,
  /** Without it, only what any server may hand out. */
  server: ownServer,
  /** Those after this one; oldest first. */
  after: z.optional(recordId),
});
export type DeliveryInput = z.infer<typeof deliveryInput>;
export const deliveryList = z.object({
  items: z.array(delivery),
  /** For `after`, while there are more; null on the last page. */
  next: z.nullable(z.int()),
});
export type DeliveryList = z.infer<typeof deliveryList>;

export const acknowledgement = z.object({
  game,
  server: ownServer,
  ids: z.array(recordId).check(z.minLength(1), z.maxLength(DELIVERIES_MAX)),
});
export type Acknowledgement = z.infer<typeof acknowledgement>;
/** Those that are done now, whoever said so first. */
export const acknowledged = z.object({ ids: z.array(z.int()) });
