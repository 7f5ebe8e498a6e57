import { PASSKEY_PURPOSES } from "#shared/constants/passkeys.ts";
import type { Kit } from "./columns.ts";

type UserId = (name?: string) => ReturnType<ReturnType<Kit["text"]>["notNull"]>;

export const passkeyTables = (kit: Kit, userId: UserId) => ({
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
