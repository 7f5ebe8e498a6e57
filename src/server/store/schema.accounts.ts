import {
  ARCHIVE_STATES,
  CONSENT_KINDS,
  CONSENT_WAYS,
  MAILING_OUTCOMES,
  MAILING_STATES,
  POLICY_KINDS,
} from "#shared/constants/accounts.ts";
import { LOGIN_WAYS, PASSKEY_PURPOSES } from "#shared/constants/factors.ts";
import type { Kit } from "./columns.ts";

type UserId = (name?: string) => ReturnType<ReturnType<Kit["text"]>["notNull"]>;

/** Email addresses that accounts are to have, and had. */
const addressTables = (kit: Kit, userId: UserId) => ({
  /** Addresses that wait to be confirmed: one of each account. */
  addressRequests: kit.table(
    "address_requests",
    {
      userId: userId().primaryKey(),
      id: kit.text("id").notNull(),
      /** As typed. */
      email: kit.text("email").notNull(),
      /** Whether the team has asked for it, and not the account's owner. */
      isByTeam: kit.boolean("is_by_team").notNull(),
      askedAt: kit.time("asked_at").notNull(),
      expiresAt: kit.time("expires_at").notNull(),
    },
    (t) => [kit.index("address_requests_expires").on(t.expiresAt)],
  ),
  /** Addresses that accounts had until lately: they bring them back, and nobody else can have them. */
  addressChanges: kit.table(
    "address_changes",
    {
      id: kit.text("id").primaryKey(),
      userId: userId(),
      /** The former address, as typed, and by which it is compared. */
      email: kit.text("email").notNull(),
      emailKey: kit.text("email_key").notNull(),
      changedAt: kit.time("changed_at").notNull(),
      /** Until when it can be taken back. */
      until: kit.time("until").notNull(),
    },
    (t) => [
      kit.index("address_changes_user").on(t.userId, t.changedAt),
      kit.index("address_changes_key").on(t.emailKey),
      kit.index("address_changes_until").on(t.until),
    ],
  ),
});

/** What proves who somebody is, beside the password. */
const factorTables = (kit: Kit, userId: UserId) => ({
  /** Authenticator apps: one of each member. */
  totpFactors: kit.table("totp_factors", {
    userId: userId().primaryKey(),
    /** Encrypted, with a key made of the store's lasting secret. */
    secret: kit.text("secret").notNull(),
    addedAt: kit.time("added_at").notNull(),
    /** The time step of the last code that was used: no code of it or an earlier one is good again. */
    lastStep: kit.integer("last_step").notNull(),
    lastUsedAt: kit.time("last_used_at"),
  }),
  recoveryCodes: kit.table(
    "recovery_codes",
    {
      /** Keyed, of the code and whose it is. */
      hash: kit.text("hash").primaryKey(),
      userId: userId(),
      createdAt: kit.time("created_at").notNull(),
      usedAt: kit.time("used_at"),
    },
    (t) => [kit.index("recovery_codes_user").on(t.userId, t.usedAt)],
  ),
  /** Logins whose first step is proven, and whose second one is awaited. */
  pendingLogins: kit.table(
    "pending_logins",
    {
      /** Of the ticket, which the browser alone has. */
      hash: kit.text("hash").primaryKey(),
      userId: userId(),
      way: kit.choice("way", LOGIN_WAYS).notNull(),
      /** Of the secret in the browser's cookie. */
      browserHash: kit.text("browser_hash").notNull(),
      /** Of the password as it was then: with another one the login begins anew. */
      passwordHash: kit.text("password_hash").notNull(),
      /** Codes that were tried. */
      tries: kit.integer("tries").notNull().default(0),
      expiresAt: kit.time("expires_at").notNull(),
    },
    (t) => [
      kit.index("pending_logins_user").on(t.userId),
      kit.index("pending_logins_expires").on(t.expiresAt),
    ],
  ),
  /** Second factors that were lost, and are removed after a week of warnings. */
  factorResets: kit.table(
    "factor_resets",
    {
      userId: userId().primaryKey(),
      /** Random; the links that stop it carry it, and it is good for nothing else. */
      id: kit.text("id").notNull(),
      beganAt: kit.time("began_at").notNull(),
      endsAt: kit.time("ends_at").notNull(),
      /** Null once all warnings were sent. */
      nextWarningAt: kit.time("next_warning_at"),
      /** The last mail that warned, by its number in the outbox; null where there is none. */
      mailId: kit.integer("mail_id"),
    },
    (t) => [
      kit.uniqueIndex("factor_resets_id").on(t.id),
      kit.index("factor_resets_warning").on(t.nextWarningAt),
      kit.index("factor_resets_ends").on(t.endsAt),
    ],
  ),
});

const passkeyTables = (kit: Kit, userId: UserId) => ({
  passkeys: kit.table(
    "passkeys",
    {
      /** The credential's id, in base64url: the browser's, or the key's, own name for it. */
      id: kit.text("id").primaryKey(),
      userId: userId(),
      /** The host of the site for which it was made: no other can use it. */
      rpId: kit.text("rp_id").notNull(),
      name: kit.text("name").notNull(),
      /** COSE, up to 4 kB. */
      publicKey: kit.bytes("public_key").notNull(),
      /** How often it has signed, as it says itself; 0 for ever where it does not count. */
      counter: kit.integer("counter").notNull(),
      /** How browsers reach it (`PASSKEY_TRANSPORTS`), as JSON. */
      transports: kit.json("transports").notNull(),
      /** Whether it may be on several devices, and whether it is kept elsewhere by now. */
      isSyncable: kit.boolean("is_syncable").notNull(),
      isBackedUp: kit.boolean("is_backed_up").notNull(),
      addedAt: kit.time("added_at").notNull(),
      lastUsedAt: kit.time("last_used_at"),
    },
    (t) => [
      kit.index("passkeys_user").on(t.userId, t.addedAt),
      kit.index("passkeys_rp").on(t.rpId),
    ],
  ),
  /** What devices have been asked to sign, and have not yet. */
  passkeyChallenges: kit.table(
    "passkey_challenges",
    {
      /** Of the challenge, which the browser alone has. */
      hash: kit.text("hash").primaryKey(),
      purpose: kit.choice("purpose", PASSKEY_PURPOSES).notNull(),
      /** Of the browser's secret, or of the session for which it was made. */
      browserHash: kit.text("browser_hash").notNull(),
      expiresAt: kit.time("expires_at").notNull(),
    },
    (t) => [kit.index("passkey_challenges_expires").on(t.expiresAt)],
  ),
});

const PLACE_KINDS = ["browser", "network"] as const;

/** What keeps an account its owner's, beside the password. */
export const securityTables = (kit: Kit, userId: UserId) => ({
  ...addressTables(kit, userId),
  ...factorTables(kit, userId),
  ...passkeyTables(kit, userId),
  /** From where an account has been used: its owner is told by mail of logins from elsewhere. */
  knownPlaces: kit.table(
    "known_places",
    {
      userId: userId(),
      kind: kit.choice("kind", PLACE_KINDS).notNull(),
      /** Keyed, of the browser's own id or of the shortened network. */
      hash: kit.text("hash").notNull(),
      lastSeenAt: kit.time("last_seen_at").notNull(),
    },
    (t) => [
      kit.primaryKey({ columns: [t.userId, t.kind, t.hash] }),
      kit.index("known_places_seen").on(t.lastSeenAt),
    ],
  ),
});

/** What people agreed to, and the mails that they get for it. */
export const consentTables = (kit: Kit, userId: UserId) => ({
  /** Only ever added to: of a person and a kind the newest row says how it stands. */
  consents: kit.table(
    "consents",
    {
      id: kit.id("id"),
      userId: userId(),
      kind: kit.choice("kind", CONSENT_KINDS).notNull(),
      /** Of the text that was shown: the site's version that last changed it, or `MARKETING_VERSION`. */
      version: kit.integer("version").notNull(),
      /** Given, or refused and withdrawn. */
      isGiven: kit.boolean("is_given").notNull(),
      way: kit.choice("way", CONSENT_WAYS).notNull(),
      at: kit.time("at").notNull(),
    },
    (t) => [kit.index("consents_user").on(t.userId, t.kind, t.id)],
  ),
  /** The versions of the site that changed the rules or the privacy policy. */
  policyVersions: kit.table(
    "policy_versions",
    {
      kind: kit.choice("kind", POLICY_KINDS).notNull(),
      version: kit.integer("version").notNull(),
      /** Whether everybody is asked to agree again. */
      asksAgain: kit.boolean("asks_again").notNull(),
      at: kit.time("at").notNull(),
    },
    (t) => [kit.primaryKey({ columns: [t.kind, t.version] })],
  ),
  /** Posts that are mailed, each once. */
  newsMailings: kit.table(
    "news_mailings",
    {
      newsId: kit.integer("news_id").primaryKey(),
      state: kit.choice("state", MAILING_STATES).notNull(),
      /** How many had agreed when it began. */
      recipients: kit.integer("recipients").notNull(),
      /** The user up to whom mails were written; empty before the first. */
      reached: kit.text("reached").notNull(),
      startedAt: kit.time("started_at").notNull(),
      startedBy: kit.text("started_by").notNull(),
      /** Null while it lasts. */
      endedAt: kit.time("ended_at"),
    },
    (t) => [kit.index("news_mailings_state").on(t.state)],
  ),
  /** To whom a post was mailed: a row is the right to one mail, and there is never a second one. */
  newsMails: kit.table(
    "news_mails",
    {
      newsId: kit.integer("news_id").notNull(),
      userId: userId(),
      /** Its row of the outbox, which is forgotten after a week. */
      outboxId: kit.integer("outbox_id").notNull(),
      outcome: kit.choice("outcome", MAILING_OUTCOMES).notNull(),
      /** Why it was given up; null for what was not. */
      error: kit.text("error"),
    },
    (t) => [
      kit.primaryKey({ columns: [t.newsId, t.userId] }),
      kit.index("news_mails_outcome").on(t.newsId, t.outcome),
      kit.index("news_mails_user").on(t.userId),
    ],
  ),
});

/** What people have asked to take along. */
export const archiveTables = (kit: Kit, userId: UserId) => ({
  /** One of each person: the newest that they asked for. */
  archives: kit.table(
    "archives",
    {
      userId: userId().primaryKey(),
      /** Names one making of it: what is left of an earlier one is no part of it. */
      run: kit.text("run").notNull(),
      state: kit.choice("state", ARCHIVE_STATES).notNull(),
      askedAt: kit.time("asked_at").notNull(),
      /** How often its making was begun. */
      attempts: kit.integer("attempts").notNull(),
      nextAttemptAt: kit.time("next_attempt_at").notNull(),
      /** Null until it is ready, as are the two below. */
      readyAt: kit.time("ready_at"),
      expiresAt: kit.time("expires_at"),
      sizeBytes: kit.integer("size_bytes"),
    },
    (t) => [
      kit.index("archives_due").on(t.state, t.nextAttemptAt),
      kit.index("archives_expires").on(t.state, t.expiresAt),
    ],
  ),
  /** The file in pieces, so that it is never in memory as a whole, and every instance can hand it out. */
  archiveParts: kit.table(
    "archive_parts",
    {
      run: kit.text("run").notNull(),
      /** Counted from 0. */
      part: kit.integer("part").notNull(),
      body: kit.bytes("body").notNull(),
    },
    (t) => [kit.primaryKey({ columns: [t.run, t.part] })],
  ),
});
