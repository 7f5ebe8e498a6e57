import {
  WEBHOOK_KINDS,
  type WebhookEvent,
  type WEBHOOK_TRIAL,
} from "#shared/constants/webhooks.ts";
import type { Kit } from "./columns.ts";

/** What is said of something that happened, before it is written for a receiver. */
export type WebhookPayload = {
  title: string;
  text: string;
  /** Where it stands: a path of this site. */
  path: string;
  data: Readonly<Record<string, string | number | null>>;
};

/** Programs elsewhere that are told of what happens here, and what they are told. */
export const webhookTables = (kit: Kit) => {
  const webhooks = kit.table("webhooks", {
    id: kit.text("id").primaryKey(),
    name: kit.text("name").notNull(),
    kind: kit.choice("kind", WEBHOOK_KINDS).notNull(),
    /** Encrypted: whoever has it can write there. */
    url: kit.text("url").notNull(),
    shownUrl: kit.text("shown_url").notNull(),
    /** Encrypted: with it deliveries are signed. */
    secret: kit.text("secret").notNull(),
    events: kit.json("events").$type<readonly WebhookEvent[]>().notNull(),
    createdAt: kit.time("created_at").notNull(),
    pausedAt: kit.time("paused_at"),
    /** One after the other; 0 once something has arrived. */
    failures: kit.integer("failures").notNull(),
    lastSentAt: kit.time("last_sent_at"),
    lastError: kit.text("last_error"),
  });
  return {
    webhooks,
    webhookDeliveries: kit.table(
      "webhook_deliveries",
      {
        id: kit.id("id"),
        webhookId: kit
          .text("webhook_id")
          .notNull()
          .references(() => webhooks.id, { onDelete: "restrict" }),
        event: kit.text("event").$type<WebhookEvent | typeof WEBHOOK_TRIAL>().notNull(),
        payload: kit.json("payload").$type<WebhookPayload>().notNull(),
        createdAt: kit.time("created_at").notNull(),
        attempts: kit.integer("attempts").notNull(),
        /** When it is due; null where it is over. */
        nextAttemptAt: kit.time("next_attempt_at"),
        sentAt: kit.time("sent_at"),
        error: kit.text("error"),
      },
      (t) => [
        kit.index("webhook_deliveries_due").on(t.nextAttemptAt, t.id),
        kit.index("webhook_deliveries_webhook").on(t.webhookId, t.id),
        kit.index("webhook_deliveries_created").on(t.createdAt),
      ],
    ),
  };
};
