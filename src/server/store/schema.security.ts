import type { Kit } from "./columns.ts";
import { addressTables } from "./schema.addresses.ts";
import { factorTables } from "./schema.factors.ts";
import { passkeyTables } from "./schema.passkeys.ts";

type UserId = (name?: string) => ReturnType<ReturnType<Kit["text"]>["notNull"]>;

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
