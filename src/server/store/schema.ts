import { HISTORY_GRAINS, SERVER_GAMES, SERVER_STATES } from "#shared/constants/games.ts";
import type { Kit } from "./columns.ts";

/** Every table of the site, built from one dialect's kit. */
export const defineSchema = (kit: Kit) => ({
  ...sharedStateTables(kit),
  ...assetTables(kit),
  ...serverTables(kit),
});

/** What the instances of one site have to agree on. */
const sharedStateTables = (kit: Kit) => ({
  settings: kit.table("settings", {
    key: kit.text("key").primaryKey(),
    value: kit.json("value").notNull(),
    updatedAt: kit.time("updated_at").notNull(),
  }),
  leases: kit.table("leases", {
    name: kit.text("name").primaryKey(),
    holder: kit.text("holder").notNull(),
    until: kit.time("until").notNull(),
  }),
  limits: kit.table(
    "limits",
    {
      key: kit.text("key").primaryKey(),
      count: kit.integer("count").notNull(),
      windowEndsAt: kit.time("window_ends_at").notNull(),
    },
    (t) => [kit.index("limits_window").on(t.windowEndsAt)],
  ),
  idempotency: kit.table(
    "idempotency",
    {
      actor: kit.text("actor").notNull(),
      key: kit.text("key").notNull(),
      result: kit.json("result").notNull(),
      createdAt: kit.time("created_at").notNull(),
    },
    (t) => [
      kit.primaryKey({ columns: [t.actor, t.key] }),
      kit.index("idempotency_created").on(t.createdAt),
    ],
  ),
  audit: kit.table(
    "audit",
    {
      id: kit.id("id"),
      at: kit.time("at").notNull(),
      actorId: kit.text("actor_id"),
      action: kit.text("action").notNull(),
      subject: kit.text("subject"),
      before: kit.json("before"),
      after: kit.json("after"),
    },
    (t) => [
      kit.index("audit_at").on(t.at, t.id),
      kit.index("audit_actor").on(t.actorId, t.id),
      kit.index("audit_subject").on(t.subject, t.id),
    ],
  ),
  outbox: kit.table(
    "outbox",
    {
      id: kit.id("id"),
      kind: kit.text("kind").notNull(),
      payload: kit.json("payload").notNull(),
      attempts: kit.integer("attempts").notNull().default(0),
      nextAttemptAt: kit.time("next_attempt_at").notNull(),
      sentAt: kit.time("sent_at"),
      failedAt: kit.time("failed_at"),
      lastError: kit.text("last_error"),
      createdAt: kit.time("created_at").notNull(),
    },
    (t) => [kit.index("outbox_due").on(t.sentAt, t.nextAttemptAt)],
  ),
});

const assetTables = (kit: Kit) => ({
  /** Small pictures, named by the hash of their bytes. */
  assets: kit.table("assets", {
    hash: kit.text("hash").primaryKey(),
    type: kit.text("type").notNull(),
    body: kit.bytes("body").notNull(),
    createdAt: kit.time("created_at").notNull(),
  }),
  /** Files of the client's builds, so that a page of the previous build still finds its chunks. */
  buildAssets: kit.table(
    "build_assets",
    {
      path: kit.text("path").primaryKey(),
      buildId: kit.text("build_id").notNull(),
      type: kit.text("type").notNull(),
      body: kit.bytes("body").notNull(),
      /** Null while the build is the present one. */
      expiresAt: kit.time("expires_at"),
    },
    (t) => [kit.index("build_assets_expires").on(t.expiresAt)],
  ),
});

const serverTables = (kit: Kit) => ({
  serverStatus: kit.table("server_status", {
    key: kit.text("key").primaryKey(),
    game: kit.choice("game", SERVER_GAMES).notNull(),
    state: kit.choice("state", SERVER_STATES).notNull(),
    /** When the present state began; null while unknown. */
    since: kit.time("since"),
    serverName: kit.text("server_name").notNull(),
    version: kit.text("version").notNull(),
    players: kit.integer("players").notNull(),
    maxPlayers: kit.integer("max_players").notNull(),
    /** Questions without an answer since the last answer. */
    misses: kit.integer("misses").notNull(),
    checkedAt: kit.time("checked_at"),
    changedAt: kit.time("changed_at").notNull(),
  }),
  serverHistory: kit.table(
    "server_history",
    {
      serverKey: kit.text("server_key").notNull(),
      grain: kit.choice("grain", HISTORY_GRAINS).notNull(),
      /** Start of the bucket. */
      at: kit.time("at").notNull(),
      /** Null where nothing answered. */
      playersMin: kit.integer("players_min"),
      playersMax: kit.integer("players_max"),
      /** Sum over the answers: divided by `answered` it is the mean. */
      playersSum: kit.integer("players_sum").notNull(),
      answered: kit.integer("answered").notNull(),
      probes: kit.integer("probes").notNull(),
    },
    (t) => [
      kit.primaryKey({ columns: [t.serverKey, t.grain, t.at] }),
      kit.index("server_history_at").on(t.grain, t.at),
    ],
  ),
});
