import { LOGIN_WAYS } from "#shared/constants/factors.ts";
import type { Kit } from "./columns.ts";

type UserId = (name?: string) => ReturnType<ReturnType<Kit["text"]>["notNull"]>;

/** What proves who somebody is, beside the password. */
export const factorTables = (kit: Kit, userId: UserId) => ({
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
