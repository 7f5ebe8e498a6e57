import { ENTRY_KINDS } from "#shared/constants/points.ts";
import type { Kit } from "./columns.ts";

/** The id of a user, who cannot be removed while the row is there. */
type UserId = (name?: string) => ReturnType<ReturnType<Kit["text"]>["notNull"]>;

export const pointTables = (kit: Kit, userId: UserId) => ({
  /** The ledger: what was added to and taken from a balance. Rows are only ever added. */
  pointEntries: kit.table(
    "point_entries",
    {
      id: kit.id("id"),
      userId: userId(),
      kind: kit.choice("kind", ENTRY_KINDS).notNull(),
      delta: kit.integer("delta").notNull(),
      /** The balance with this entry. */
      balance: kit.integer("balance").notNull(),
      reason: kit.text("reason").notNull(),
      /** What it is for; one entry each, ever. */
      reference: kit.text("reference").notNull(),
      /** A user's id; null for the site itself and for game servers. */
      actorId: kit.text("actor_id"),
      /** The game in which it was earned or spent; null for none. */
      game: kit.text("game"),
      at: kit.time("at").notNull(),
    },
    (t) => [
      kit.uniqueIndex("point_entries_reference").on(t.reference),
      kit.index("point_entries_user").on(t.userId, t.id),
      kit.index("point_entries_kind").on(t.userId, t.kind, t.id),
      kit.index("point_entries_at").on(t.userId, t.at, t.id),
      /** With all that a day's sum takes. */
      kit.index("point_entries_sum").on(t.at, t.kind, t.delta),
    ],
  ),
  /** By which lists sort members: what the newest entry says, 0 without one. The ledger alone counts. */
  pointBalances: kit.table(
    "point_balances",
    { userId: userId().primaryKey(), balance: kit.integer("balance").notNull() },
    (t) => [kit.index("point_balances_balance").on(t.balance, t.userId)],
  ),
});

/** What game servers tell us, and what waits for them. */
export const bridgeTables = (kit: Kit, userId: UserId) => ({
  /** Keys of game-server plugins; the key itself is shown once and kept as a hash. */
  bridgeKeys: kit.table(
    "bridge_keys",
    {
      /** Its public part, by which people speak of it. */
      id: kit.text("id").primaryKey(),
      hash: kit.text("hash").notNull(),
      name: kit.text("name").notNull(),
      scopes: kit.json("scopes").$type<readonly string[]>().notNull(),
      /** The games that it speaks for. */
      games: kit.json("games").$type<readonly string[]>().notNull(),
      createdBy: userId("created_by"),
      createdAt: kit.time("created_at").notNull(),
      lastUsedAt: kit.time("last_used_at"),
      revokedAt: kit.time("revoked_at"),
      /** From then on it is refused; null for one that stays good. */
      expiresAt: kit.time("expires_at"),
      /** When the Admins were told that it is about to expire. */
      expiryWarnedAt: kit.time("expiry_warned_at"),
    },
    (t) => [
      kit.uniqueIndex("bridge_keys_hash").on(t.hash),
      kit.index("bridge_keys_created").on(t.createdAt, t.id),
      kit.index("bridge_keys_maker").on(t.createdBy, t.id),
      kit.index("bridge_keys_expiry").on(t.expiresAt),
    ],
  ),
  /** Who played in a quarter of an hour, through a link that counts; counted and credited once. */
  presence: kit.table(
    "presence",
    {
      /** Start of the quarter, UTC. */
      quarter: kit.time("quarter").notNull(),
      userId: userId(),
      game: kit.text("game").notNull(),
      /** What the quarter is worth, by the tier that ran at the first report that was worth something. */
      points: kit.integer("points").notNull(),
      isCredited: kit.boolean("is_credited").notNull(),
    },
    (t) => [
      kit.primaryKey({ columns: [t.quarter, t.userId] }),
      kit.index("presence_due").on(t.isCredited, t.quarter, t.userId),
      kit.index("presence_user").on(t.userId, t.quarter),
    ],
  ),
  /** How long members have played in each week and where; kept for a year. */
  playWeeks: kit.table(
    "play_weeks",
    {
      userId: userId(),
      /** Its Monday where the community is: "2026-11-16". */
      week: kit.text("week").notNull(),
      game: kit.text("game").notNull(),
      /** The key of the configured server; "" where the report named none. */
      server: kit.text("server").notNull(),
      /** Quarters of an hour. */
      quarters: kit.integer("quarters").notNull(),
      /** What they were worth. */
      points: kit.integer("points").notNull(),
    },
    (t) => [
      kit.primaryKey({ columns: [t.userId, t.week, t.game, t.server] }),
      kit.index("play_weeks_week").on(t.week),
    ],
  ),
  /** What a game server has to hand out; kept until it says that it has. */
  deliveries: kit.table(
    "deliveries",
    {
      id: kit.id("id"),
      userId: userId(),
      game: kit.text("game").notNull(),
      /** What to do, as the plugin understands it. */
      payload: kit.json("payload").notNull(),
      /** What it is for; one delivery each, ever. */
      reference: kit.text("reference").notNull(),
      createdAt: kit.time("created_at").notNull(),
      acknowledgedAt: kit.time("acknowledged_at"),
      /** The key that said so. */
      acknowledgedBy: kit.text("acknowledged_by"),
      isDone: kit.boolean("is_done").notNull(),
      /** The configured server that alone may hand it out; null for any of its game. */
      server: kit.text("server"),
    },
    (t) => [
      kit.uniqueIndex("deliveries_reference").on(t.reference),
      kit.index("deliveries_due").on(t.game, t.isDone, t.server, t.id),
      kit.index("deliveries_user").on(t.userId, t.id),
    ],
  ),
  /** Votes of players who have not linked their account yet; credited when they do. */
  keptVotes: kit.table(
    "kept_votes",
    {
      /** Names one vote, so that it is kept once however often it is told. */
      reference: kit.text("reference").primaryKey(),
      /** A keyed hash of the account that voted: it is nobody's here, and nobody can read whose. */
      voter: kit.text("voter").notNull(),
      game: kit.text("game").notNull(),
      server: kit.text("server").notNull(),
      serviceName: kit.text("service_name").notNull(),
      /** As the voting site writes when it was cast. */
      timestamp: kit.text("timestamp").notNull(),
      /** What a vote was worth when it was told. */
      points: kit.integer("points").notNull(),
      keptAt: kit.time("kept_at").notNull(),
    },
    (t) => [
      kit.index("kept_votes_voter").on(t.voter, t.keptAt),
      kit.index("kept_votes_kept").on(t.keptAt),
    ],
  ),
});
