import type { Kit } from "./columns.ts";

type UserId = (name?: string) => ReturnType<ReturnType<Kit["text"]>["notNull"]>;

/** Email addresses that accounts are to have, and had. */
export const addressTables = (kit: Kit, userId: UserId) => ({
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
