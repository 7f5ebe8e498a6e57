import { sql } from "drizzle-orm";
import { CODE_KINDS, DEACTIVATORS, PLATFORMS, ROLES } from "#shared/constants/accounts.ts";
import { HISTORY_GRAINS, SERVER_STATES } from "#shared/constants/games.ts";
import type { NotificationKind } from "#shared/constants/notifications.ts";
import type { Kit } from "./columns.ts";
import { calendarTables } from "./schema.calendar.ts";
import { newsTables } from "./schema.news.ts";
import { bridgeTables, pointTables } from "./schema.points.ts";
import { shopTables } from "./schema.shop.ts";
import { siteTables } from "./schema.site.ts";
import { ticketTables } from "./schema.tickets.ts";

/** Every table of the site, built from one dialect's kit. */
export const defineSchema = (kit: Kit) => ({
  ...sharedStateTables(kit),
  ...figureTables(kit),
  ...assetTables(kit),
  ...serverTables(kit),
  ...siteTables(kit),
  ...accountTables(kit),
  ...calendarTables(kit),
  ...newsTables(kit),
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
      /** Where it came from: a shortened address, and the browser in words. Personal. */
      network: kit.text("network"),
      browser: kit.text("browser"),
      requestId: kit.text("request_id"),
      /** The entry's place in the chain, from 1; null until it is sealed, as are those below. */
      position: kit.integer("position"),
      /** With it the personal parts enter the chain; gone once they are erased. */
      salt: kit.text("salt"),
      /** What the personal parts and the salt come to; null where there were none. */
      personalHash: kit.text("personal_hash"),
      /** Follows from the entry, and from the hash of the one before it. */
      hash: kit.text("hash"),
    },
    (t) => [
      kit.uniqueIndex("audit_position").on(t.position),
      kit.index("audit_request").on(t.requestId),
      kit.index("audit_at").on(t.at, t.id),
      kit.index("audit_actor").on(t.actorId, t.id),
      kit.index("audit_subject").on(t.subject, t.id),
      kit.index("audit_action").on(t.action, t.id),
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

const figureTables = (kit: Kit) => ({
  /** What days that are over came to, where the community is, so that nobody adds them up again. */
  dayFigures: kit.table(
    "day_figures",
    {
      /** "2026-12-01". */
      day: kit.text("day").notNull(),
      /** `players` for the most at once; `purchase+` and `spend-` for points in and out, by kind. */
      name: kit.text("name").notNull(),
      value: kit.integer("value").notNull(),
    },
    (t) => [kit.primaryKey({ columns: [t.day, t.name] })],
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
    game: kit.text("game").notNull(),
    state: kit.choice("state", SERVER_STATES).notNull(),
    /** When the present state began; null while unknown. */
    since: kit.time("since"),
    serverName: kit.text("server_name").notNull(),
    version: kit.text("version").notNull(),
    players: kit.integer("players").notNull(),
    maxPlayers: kit.integer("max_players").notNull(),
    /** Empty where the game names none. */
    map: kit.text("map").notNull().default(""),
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

const accountTables = (kit: Kit) => {
  const users = kit.table(
    "users",
    {
      id: kit.text("id").primaryKey(),
      /** As typed. Null once the personal data has been erased, as is `emailKey`. */
      email: kit.text("email"),
      /** The address by which it is found: NFC, lower case. */
      emailKey: kit.text("email_key"),
      passwordHash: kit.text("password_hash"),
      role: kit.choice("role", ROLES).notNull(),
      firstName: kit.text("first_name").notNull(),
      lastName: kit.text("last_name").notNull(),
      /** By which lists sort the name that they show; empty until it is known, and once it is erased. */
      nameKey: kit.text("name_key").notNull().default(""),
      allowMarketing: kit.boolean("allow_marketing").notNull(),
      promoReceivedAt: kit.time("promo_received_at"),
      /** When they first went on to the community's Discord from here. */
      discordVisitedAt: kit.time("discord_visited_at"),
      verifiedAt: kit.time("verified_at"),
      deactivatedAt: kit.time("deactivated_at"),
      deactivatedBy: kit.choice("deactivated_by", DEACTIVATORS),
      erasedAt: kit.time("erased_at"),
      createdAt: kit.time("created_at").notNull(),
    },
    (t) => [
      kit.uniqueIndex("users_email_key").on(t.emailKey),
      /** With what leaves an account out, so that new ones are counted from it alone. */
      kit.index("users_joined").on(t.createdAt, t.id, t.erasedAt),
      kit.index("users_name").on(t.nameKey, t.id),
      kit.index("users_deactivated").on(t.deactivatedBy, t.deactivatedAt),
      kit.index("users_verified").on(t.verifiedAt),
      kit.index("users_role").on(t.role, t.createdAt, t.id),
    ],
  );
  /** A row that belongs to a user keeps that user from being removed. */
  const userId = (name = "user_id") =>
    kit
      .text(name)
      .notNull()
      .references(() => users.id, { onDelete: "restrict" });
  return {
    users,
    links: kit.table(
      "links",
      {
        userId: userId(),
        platform: kit.choice("platform", PLATFORMS).notNull(),
        externalId: kit.text("external_id").notNull(),
        name: kit.text("name").notNull(),
        imageUrl: kit.text("image_url"),
        linkedAt: kit.time("linked_at").notNull(),
      },
      (t) => [
        kit.primaryKey({ columns: [t.userId, t.platform] }),
        kit.uniqueIndex("links_account").on(t.platform, t.externalId),
      ],
    ),
    /** Platform accounts that were unlinked: they earn no points any more, whoever links them. */
    retiredLinks: kit.table("retired_links", {
      /** Keyed, of platform and id: nobody can read from it whose account it was. */
      hash: kit.text("hash").primaryKey(),
      platform: kit.choice("platform", PLATFORMS).notNull(),
      retiredAt: kit.time("retired_at").notNull(),
    }),
    /** Tiers of a member by their keys; each keeps its own end. */
    memberships: kit.table(
      "memberships",
      {
        userId: userId(),
        tier: kit.text("tier").notNull(),
        endsAt: kit.time("ends_at").notNull(),
        /** Until when it was given by hand; what is paid comes on top of that. */
        givenUntil: kit.time("given_until"),
      },
      (t) => [
        kit.primaryKey({ columns: [t.userId, t.tier] }),
        kit.index("memberships_ends").on(t.endsAt),
      ],
    ),
    /** What a member is found by: the words of their names and of their address. */
    userSearchTerms: kit.table(
      "user_search_terms",
      { term: kit.text("term").notNull(), userId: userId() },
      (t) => [
        kit.primaryKey({ columns: [t.term, t.userId] }),
        kit.index("user_search_terms_user").on(t.userId, t.term),
      ],
    ),
    ...signInTables(kit, userId),
    ...notificationTables(kit, userId),
    ...ticketTables(kit, userId),
    ...pointTables(kit, userId),
    ...bridgeTables(kit, userId),
    ...shopTables(kit, userId),
  };
};

type UserId = (name?: string) => ReturnType<ReturnType<Kit["text"]>["notNull"]>;

const signInTables = (kit: Kit, userId: UserId) => ({
  sessions: kit.table(
    "sessions",
    {
      id: kit.text("id").primaryKey(),
      userId: userId(),
      createdAt: kit.time("created_at").notNull(),
      expiresAt: kit.time("expires_at").notNull(),
      lastUsedAt: kit.time("last_used_at").notNull(),
      /** What the browser called itself at sign-in, in short. */
      browser: kit.text("browser").notNull(),
      /** The network it signed in from: a shortened address. */
      address: kit.text("address").notNull(),
    },
    (t) => [kit.index("sessions_user").on(t.userId), kit.index("sessions_expires").on(t.expiresAt)],
  ),
  oneTimeCodes: kit.table(
    "one_time_codes",
    {
      /** Of the code; the code itself is only in the mail. */
      hash: kit.text("hash").primaryKey(),
      userId: userId(),
      kind: kit.choice("kind", CODE_KINDS).notNull(),
      createdAt: kit.time("created_at").notNull(),
      expiresAt: kit.time("expires_at").notNull(),
      usedAt: kit.time("used_at"),
    },
    (t) => [
      kit.index("one_time_codes_user").on(t.userId, t.kind),
      kit.index("one_time_codes_expires").on(t.expiresAt),
    ],
  ),
  proofs: kit.table(
    "proofs",
    {
      /** Of the browser's secret and the platform: a browser holds one proof per platform. */
      hash: kit.text("hash").primaryKey(),
      platform: kit.choice("platform", PLATFORMS).notNull(),
      externalId: kit.text("external_id").notNull(),
      name: kit.text("name").notNull(),
      imageUrl: kit.text("image_url"),
      browserHash: kit.text("browser_hash").notNull(),
      createdAt: kit.time("created_at").notNull(),
      expiresAt: kit.time("expires_at").notNull(),
    },
    (t) => [kit.index("proofs_expires").on(t.expiresAt)],
  ),
  /** Answers of Steam that were used: each is good once [LINK-12]. */
  openidNonces: kit.table(
    "openid_nonces",
    { nonce: kit.text("nonce").primaryKey(), expiresAt: kit.time("expires_at").notNull() },
    (t) => [kit.index("openid_nonces_expires").on(t.expiresAt)],
  ),
});

const notificationTables = (kit: Kit, userId: UserId) => {
  const notifications = kit.table(
    "notifications",
    {
      id: kit.id("id"),
      subject: kit.text("subject").notNull(),
      message: kit.text("message").notNull(),
      createdAt: kit.time("created_at").notNull(),
      /** Null where the site itself wrote it. */
      createdBy: kit.text("created_by"),
      isGlobal: kit.boolean("is_global").notNull(),
      kind: kit.text("kind").$type<NotificationKind>().notNull().default("news"),
      /** Where it leads: a path of this site, or an https address; null where it leads nowhere else. */
      link: kit.text("link"),
      /** When its author took it back from everybody: then it has no text, and nobody's list has it. */
      withdrawnAt: kit.time("withdrawn_at"),
    },
    (t) => [
      kit.index("notifications_global").on(t.isGlobal, t.id),
      kit.index("notifications_author").on(t.createdBy, t.kind, t.id),
    ],
  );
  return {
    notifications,
    /** One row per target; of a global notification, one per member who has read it. */
    notificationReads: kit.table(
      "notification_reads",
      {
        notificationId: kit
          .integer("notification_id")
          .notNull()
          .references(() => notifications.id, { onDelete: "restrict" }),
        userId: userId(),
        /** Whether it is read, beside when: lists go by it. */
        isRead: kit.boolean("is_read").notNull().default(false),
        readAt: kit.time("read_at"),
        /** The ticket that it is about; null for none. */
        ticketId: kit.integer("ticket_id"),
      },
      (t) => [
        kit.primaryKey({ columns: [t.notificationId, t.userId] }),
        kit.index("notification_reads_user").on(t.userId, t.isRead, t.notificationId),
        kit
          .index("notification_reads_tickets")
          .on(t.userId, t.isRead, t.notificationId)
          .where(sql`ticket_id is not null`),
        kit
          .index("notification_reads_news")
          .on(t.userId, t.isRead, t.notificationId)
          .where(sql`ticket_id is null`),
        kit.index("notification_reads_ticket").on(t.ticketId, t.isRead, t.userId),
      ],
    ),
  };
};
