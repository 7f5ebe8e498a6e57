import { PLATFORMS } from "#shared/constants/accounts.ts";
import type { Kit } from "./columns.ts";

/** The id of a user, who cannot be removed while the row is there. */
type UserId = (name?: string) => ReturnType<ReturnType<Kit["text"]>["notNull"]>;

/** Strikes, and whom game servers keep out because of them. */
export const strikeTables = (kit: Kit, userId: UserId) => {
  const strikes = kit.table(
    "strikes",
    {
      id: kit.id("id"),
      /** Whom it is about. */
      userId: userId(),
      issuedBy: userId("issued_by"),
      issuedAt: kit.time("issued_at").notNull(),
      /** The rule as it was then; all three empty for none. */
      ruleId: kit.text("rule_id").notNull(),
      ruleNumber: kit.text("rule_number").notNull(),
      ruleText: kit.text("rule_text").notNull(),
      /** Why, for the member; and what is for the team alone. */
      reason: kit.text("reason").notNull(),
      remark: kit.text("remark").notNull(),
      /** Addresses of what proves it. */
      evidence: kit.json("evidence").$type<readonly string[]>().notNull(),
      /** The ticket that it came from. */
      ticketId: kit.integer("ticket_id"),
      /** Null for a warning and for what is permanent. */
      endsAt: kit.time("ends_at"),
      forbidsWriting: kit.boolean("forbids_writing").notNull(),
      forbidsBuying: kit.boolean("forbids_buying").notNull(),
      forbidsEarning: kit.boolean("forbids_earning").notNull(),
      forbidsPlaying: kit.boolean("forbids_playing").notNull(),
      liftedAt: kit.time("lifted_at"),
      liftedBy: kit.text("lifted_by"),
      /** Why, for the member; empty until it is lifted. */
      liftReason: kit.text("lift_reason").notNull().default(""),
      /** The ticket on which the member appeals. */
      appealTicketId: kit.integer("appeal_ticket_id"),
    },
    (t) => [
      kit.uniqueIndex("strikes_appeal").on(t.appealTicketId),
      kit.index("strikes_user").on(t.userId, t.id),
      kit.index("strikes_issuer").on(t.issuedBy, t.id),
      kit.index("strikes_rule").on(t.ruleId, t.id),
      kit.index("strikes_ticket").on(t.ticketId),
      kit.index("strikes_ends").on(t.endsAt, t.id),
    ],
  );
  return {
    strikes,
    /** Accounts of games as game servers are told of them. */
    bans: kit.table(
      "bans",
      {
        platform: kit.choice("platform", PLATFORMS).notNull(),
        externalId: kit.text("external_id").notNull(),
        /** The strike that lasts longest. */
        strikeId: kit.integer("strike_id").notNull(),
        /** Null for what is permanent. */
        until: kit.time("until"),
        /** False where it was lifted, until the account is unlinked. A ban stays until it is over, linked or not. */
        isBanned: kit.boolean("is_banned").notNull(),
        /** Rises with each change of any ban. */
        revision: kit.integer("revision").notNull(),
      },
      (t) => [
        kit.primaryKey({ columns: [t.platform, t.externalId] }),
        kit.uniqueIndex("bans_revision").on(t.revision),
      ],
    ),
    /** Files that prove a strike: uploaded for it, or sent on a ticket. */
    strikeAttachments: kit.table(
      "strike_attachments",
      {
        strikeId: kit
          .integer("strike_id")
          .notNull()
          .references(() => strikes.id, { onDelete: "restrict" }),
        attachmentId: kit.text("attachment_id").notNull(),
        /** Among those of its strike, from 0. */
        position: kit.integer("position").notNull(),
      },
      (t) => [
        kit.primaryKey({ columns: [t.strikeId, t.attachmentId] }),
        kit.index("strike_attachments_attachment").on(t.attachmentId),
      ],
    ),
    /** Accounts of games that were unlinked, or whose owner was erased, while a strike ran: it still finds them. */
    struckAccounts: kit.table(
      "struck_accounts",
      {
        /** Keyed, of platform and id: nobody can read from it whose account it was. */
        hash: kit.text("hash").notNull(),
        strikeId: kit
          .integer("strike_id")
          .notNull()
          .references(() => strikes.id, { onDelete: "restrict" }),
      },
      (t) => [
        kit.primaryKey({ columns: [t.hash, t.strikeId] }),
        kit.index("struck_accounts_strike").on(t.strikeId),
      ],
    ),
  };
};
