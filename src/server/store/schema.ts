import { isNotNull } from "drizzle-orm";
import {
  CODE_KINDS,
  DEACTIVATORS,
  type Permission,
  PLATFORMS,
  ROLES,
} from "#shared/constants/accounts.ts";
import { HISTORY_GRAINS, SERVER_STATES } from "#shared/constants/games.ts";
import type { Kit } from "./columns.ts";
import { archiveTables, consentTables, securityTables } from "./schema.accounts.ts";
import { notificationTables, pushTables, webhookTables } from "./schema.notifications.ts";
import { bridgeTables, pointTables } from "./schema.points.ts";
import { shopTables } from "./schema.shop.ts";
import { calendarTables, newsTables, siteTables } from "./schema.site.ts";
import { strikeTables } from "./schema.strikes.ts";
import { attachmentTables, deskFigureTables, noteTables, ticketTables } from "./schema.tickets.ts";

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
  ...webhookTables(kit),
});

const schemas = new Map<Kit, ReturnType<typeof defineSchema>>();

/** The tables of one store, which is known by them. What describes each is made once per dialect. */
export const tablesOfStore = (kit: Kit): ReturnType<typeof defineSchema> => {
  const schema = schemas.get(kit) ?? defineSchema(kit);
  schemas.set(kit, schema);
  return { ...schema };
};

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
  /** Why Admins did what an entry tells, in their own words: no part of the chain. */
  auditNotes: kit.table(
    "audit_notes",
    {
      auditId: kit.integer("audit_id").primaryKey(),
      /** Whom it is about: a user's id. */
      subject: kit.text("subject"),
      note: kit.text("note").notNull(),
    },
    (t) => [kit.index("audit_notes_subject").on(t.subject)],
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
      /** What follows from their roles in the team, so that each request finds it beside the session. */
      team: kit
        .json("team")
        .$type<{ roles: readonly string[]; permissions: readonly Permission[] }>(),
      firstName: kit.text("first_name").notNull(),
      lastName: kit.text("last_name").notNull(),
      /** By which lists sort the name that they show; empty until it is known, and once it is erased. */
      nameKey: kit.text("name_key").notNull().default(""),
      allowMarketing: kit.boolean("allow_marketing").notNull(),
      /** Whether they are told by mail of accounts that are linked and unlinked. */
      mailsOfLinks: kit.boolean("mails_of_links").notNull().default(true),
      promoReceivedAt: kit.time("promo_received_at"),
      /** When they first went on to the community's Discord from here. */
      discordVisitedAt: kit.time("discord_visited_at"),
      verifiedAt: kit.time("verified_at"),
      deactivatedAt: kit.time("deactivated_at"),
      deactivatedBy: kit.choice("deactivated_by", DEACTIVATORS),
      erasedAt: kit.time("erased_at"),
      /** Since when it is to be erased without waiting; null once it is. */
      eraseAskedAt: kit.time("erase_asked_at"),
      createdAt: kit.time("created_at").notNull(),
      /** Since when an imported account waits for its owner; null once it is claimed. */
      waitsSince: kit.time("waits_since"),
      /** Keyed, of the line of a file that it was imported from; null for who registered here. */
      importKey: kit.text("import_key"),
    },
    (t) => [
      kit.uniqueIndex("users_email_key").on(t.emailKey),
      /** Of few accounts, so that nobody is looked for among all those that have none. */
      kit.uniqueIndex("users_import_key").on(t.importKey).where(isNotNull(t.importKey)),
      kit.index("users_waits").on(t.waitsSince).where(isNotNull(t.waitsSince)),
      /** With what leaves an account out, so that new ones are counted from it alone. */
      kit.index("users_joined").on(t.createdAt, t.id, t.erasedAt),
      kit.index("users_name").on(t.nameKey, t.id),
      kit.index("users_deactivated").on(t.deactivatedBy, t.deactivatedAt),
      kit.index("users_erase_asked").on(t.eraseAskedAt).where(isNotNull(t.eraseAskedAt)),
      kit.index("users_verified").on(t.verifiedAt),
      kit.index("users_team").on(t.id).where(isNotNull(t.team)),
      kit.index("users_role").on(t.role, t.createdAt, t.id),
      kit.index("users_marketing").on(t.allowMarketing, t.id),
    ],
  );
  /** A row that belongs to a user keeps that user from being removed. */
  const userId = (name = "user_id") =>
    kit
      .text(name)
      .notNull()
      .references(() => users.id, { onDelete: "restrict" });
  /** Null where it is nobody, or once they are erased. */
  const nobody = (name: string) =>
    kit.text(name).references(() => users.id, { onDelete: "restrict" });
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
    ...teamTables(kit, userId),
    ...signInTables(kit, userId),
    ...securityTables(kit, userId),
    ...notificationTables(kit, userId),
    ...pushTables(kit, userId),
    ...supportTables(kit, userId, nobody),
    ...pointTables(kit, userId),
    ...bridgeTables(kit, userId),
    ...shopTables(kit, userId),
    ...archiveTables(kit, userId),
    ...consentTables(kit, userId),
    ...strikeTables(kit, userId),
  };
};

type NobodyId = (name: string) => ReturnType<Kit["text"]>;
type UserId = (name?: string) => ReturnType<ReturnType<Kit["text"]>["notNull"]>;

const supportTables = (kit: Kit, userId: UserId, nobody: NobodyId) => {
  const tables = ticketTables(kit, userId, nobody);
  return {
    ...tables,
    ...noteTables(kit, userId, tables),
    ...deskFigureTables(kit, nobody),
    ...attachmentTables(kit, () => nobody("uploader_id"), tables),
  };
};

const teamTables = (kit: Kit, userId: UserId) => ({
  /** Roles that the community has made itself. */
  teamRoles: kit.table(
    "team_roles",
    {
      id: kit.text("id").primaryKey(),
      name: kit.text("name").notNull(),
      /** By which no two are called the same: lower case. */
      nameKey: kit.text("name_key").notNull(),
      permissions: kit.json("permissions").$type<readonly Permission[]>().notNull(),
      /** Rises with each change. */
      revision: kit.integer("revision").notNull(),
      createdAt: kit.time("created_at").notNull(),
    },
    (t) => [kit.uniqueIndex("team_roles_name").on(t.nameKey)],
  ),
  /** Who has which, be it built in or one of those. */
  teamMembers: kit.table(
    "team_members",
    {
      userId: userId(),
      roleId: kit.text("role_id").notNull(),
      givenAt: kit.time("given_at").notNull(),
      /** Null where the site itself or its owner by a command gave it. */
      givenBy: kit.text("given_by"),
    },
    (t) => [
      kit.primaryKey({ columns: [t.userId, t.roleId] }),
      kit.index("team_members_role").on(t.roleId, t.givenAt, t.userId),
    ],
  ),
});

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
      /** When the person last proved in it who they are; null where that was at sign-in. */
      confirmedAt: kit.time("confirmed_at"),
      /** Whether a second factor was proven in it. */
      hasSecondFactor: kit.boolean("has_second_factor").notNull().default(false),
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
      /** What it is for, where a kind is for several things: the id of a change of address. */
      about: kit.text("about"),
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
