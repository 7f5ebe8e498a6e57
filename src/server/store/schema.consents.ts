import {
  CONSENT_KINDS,
  CONSENT_WAYS,
  MAILING_OUTCOMES,
  MAILING_STATES,
  POLICY_KINDS,
} from "#shared/constants/consents.ts";
import type { Kit } from "./columns.ts";

type UserId = (name?: string) => ReturnType<ReturnType<Kit["text"]>["notNull"]>;

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
