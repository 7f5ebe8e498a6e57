import { z } from "zod/mini";
import { GAME_PLATFORMS, LENGTHS } from "#shared/constants/accounts.ts";
import {
  BRIDGE_GAMES,
  BRIDGE_POINTS_MAX,
  BRIDGE_SCOPES,
  DELIVERIES_MAX,
  PRESENCE_MAX,
} from "#shared/constants/points.ts";
import { TIERS } from "#shared/constants/tiers.ts";
import { pageOf, recordId } from "./lists.ts";
import { person } from "./members.ts";
import { isSeen, line } from "./text.ts";

const label = line(LENGTHS.label).check(z.refine(isSeen, "must not be empty"));
const game = z.enum(BRIDGE_GAMES);

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
  /** False where that is no Admin any more. The key stays good until somebody revokes it. */
  isMakerAdmin: z.boolean(),
  createdAt: z.iso.datetime(),
  /** To ten minutes. */
  lastUsedAt: z.nullable(z.iso.datetime()),
  revokedAt: z.nullable(z.iso.datetime()),
});
export type BridgeKey = z.infer<typeof bridgeKey>;
export const bridgeKeyPage = pageOf(bridgeKey);

export const newBridgeKey = z.object({
  name: label,
  scopes: z.array(z.enum(BRIDGE_SCOPES)).check(z.minLength(1), z.maxLength(BRIDGE_SCOPES.length)),
  games: z.array(game).check(z.minLength(1), z.maxLength(BRIDGE_GAMES.length)),
});
export type NewBridgeKey = z.infer<typeof newBridgeKey>;
/** `key` is shown this once. */
export const madeBridgeKey = z.extend(bridgeKey, { key: z.string() });
export type MadeBridgeKey = z.infer<typeof madeBridgeKey>;
export const bridgeKeyId = z.object({ id: line(LENGTHS.id) });

/** A player as a game server knows them: SteamID64, Minecraft UUID or Epic account id. */
export const playerAccount = z.object({
  platform: z.enum(GAME_PLATFORMS),
  playerId: z.string().check(z.regex(/^[\w-]{1,64}$/, "must be the player's id on that platform")),
});
export type PlayerAccount = z.infer<typeof playerAccount>;

export const bridgePlayer = z.object({
  userId: z.string(),
  /** Their name on that platform when they linked it. */
  name: z.string(),
  tier: z.enum(TIERS),
  /** False for an account that was unlinked once: it earns no points (facts §5). */
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

export const presenceReport = z.object({
  game,
  players: z.array(playerAccount).check(z.maxLength(PRESENCE_MAX)),
});
export type PresenceReport = z.infer<typeof presenceReport>;
export const presenceAnswer = z.object({
  /** Start of the quarter of an hour that it counts for. */
  quarter: z.iso.datetime(),
  /** How many members earn passive points in it by this report. */
  earning: z.int(),
});
export type PresenceAnswer = z.infer<typeof presenceAnswer>;

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
  username: z.string().check(z.regex(/^[\w-]{1,64}$/, "must be a player's id or name")),
  uuid: z.optional(z.string().check(z.regex(/^[\w-]{1,64}$/, "must be the player's id"))),
  /** When it was cast, as the voting site writes it. */
  timestamp: z.union([z.int(), z.string().check(z.minLength(1), z.maxLength(LENGTHS.label))]),
});
export type BridgeVote = z.infer<typeof bridgeVote>;

export const delivery = z.object({
  id: z.int(),
  userId: z.string(),
  /** The member's accounts, by which the game server finds them. */
  players: z.array(playerAccount),
  game,
  /** What to do, as the plugin understands it. */
  payload: z.unknown(),
  createdAt: z.iso.datetime(),
});
export type Delivery = z.infer<typeof delivery>;
export const deliveryInput = z.object({
  game,
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
  ids: z.array(recordId).check(z.minLength(1), z.maxLength(DELIVERIES_MAX)),
});
export type Acknowledgement = z.infer<typeof acknowledgement>;
/** Those that are done now, whoever said so first. */
export const acknowledged = z.object({ ids: z.array(z.int()) });
