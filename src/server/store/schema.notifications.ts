import { sql } from "drizzle-orm";
import { MAILED_TOPICS, NOTICE_TOPICS } from "#shared/constants/notices.ts";
import type { NotificationKind } from "#shared/constants/notifications.ts";
import {
  WEBHOOK_KINDS,
  type WEBHOOK_TRIAL,
  type WebhookEvent,
} from "#shared/constants/webhooks.ts";
import type { Kit } from "./columns.ts";

type UserId = (name?: string) => ReturnType<ReturnType<Kit["text"]>["notNull"]>;

/** What members are told, and who has read it. */
export const notificationTables = (kit: Kit, userId: UserId) => {
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
    /**
     * What somebody has chosen about how they are told; whoever has no row, or null in a column, has
     * what the site chooses.
     */
    noticeSettings: kit.table("notice_settings", {
      userId: userId().primaryKey(),
      ticketsBell: kit.boolean("tickets_bell"),
      ticketsMail: kit.boolean("tickets_mail"),
      ticketsPush: kit.boolean("tickets_push"),
      pointsBell: kit.boolean("points_bell"),
      pointsMail: kit.boolean("points_mail"),
      pointsPush: kit.boolean("points_push"),
      shopBell: kit.boolean("shop_bell"),
      shopMail: kit.boolean("shop_mail"),
      shopPush: kit.boolean("shop_push"),
      strikesMail: kit.boolean("strikes_mail"),
      strikesPush: kit.boolean("strikes_push"),
      newsBell: kit.boolean("news_bell"),
      newsPush: kit.boolean("news_push"),
      /** When the bell was last turned on for news: older ones for everyone count as read. */
      newsBellSince: kit.time("news_bell_since"),
      /** Minutes since midnight; both null where no hours are quiet. */
      quietFromMinute: kit.integer("quiet_from_minute"),
      quietUntilMinute: kit.integer("quiet_until_minute"),
      /** In which these hours are meant, such as "Europe/Berlin"; null for the community's. */
      timeZone: kit.text("time_zone"),
      /** When the mails of a day come as one; null where each comes by itself. */
      digestHour: kit.integer("digest_hour"),
      updatedAt: kit.time("updated_at").notNull(),
    }),
    /** What is mailed to somebody unless they read it before. A row that is gone was mailed, or is not to be. */
    noticeMails: kit.table(
      "notice_mails",
      {
        id: kit.id("id"),
        userId: userId(),
        topic: kit.choice("topic", MAILED_TOPICS).notNull(),
        /** Of what is about a ticket: that, and the answer where it is one. */
        ticketId: kit.integer("ticket_id"),
        messageId: kit.integer("message_id"),
        /** Of anything but an answer. */
        notificationId: kit.integer("notification_id"),
        createdAt: kit.time("created_at").notNull(),
        dueAt: kit.time("due_at").notNull(),
      },
      (t) => [
        kit.index("notice_mails_due").on(t.dueAt, t.id),
        kit.index("notice_mails_user").on(t.userId, t.id),
      ],
    ),
  };
};

/** Browsers that are reached by push, and what is to be sent there. */
export const pushTables = (kit: Kit, userId: UserId) => {
  const pushSubscriptions = kit.table(
    "push_subscriptions",
    {
      id: kit.id("id"),
      userId: userId(),
      /** In which it was added or last seen; the session may have run out since. */
      sessionId: kit.text("session_id").notNull(),
      /** Where the browser's push service takes messages for it. */
      endpoint: kit.text("endpoint").notNull(),
      p256dh: kit.text("p256dh").notNull(),
      auth: kit.text("auth").notNull(),
      /** In words, such as "Firefox on Windows". */
      browser: kit.text("browser").notNull(),
      createdAt: kit.time("created_at").notNull(),
      /** When the browser last said that it is still there. */
      seenAt: kit.time("seen_at").notNull(),
      /** When the service last took a message for it; null for never. */
      pushedAt: kit.time("pushed_at"),
      /** How often one after the other the service refused, and the code of the last time. */
      refusals: kit.integer("refusals").notNull().default(0),
      refusal: kit.text("refusal"),
    },
    (t) => [
      kit.uniqueIndex("push_subscriptions_endpoint").on(t.endpoint),
      kit.index("push_subscriptions_user").on(t.userId, t.id),
      kit.index("push_subscriptions_session").on(t.sessionId),
      kit.index("push_subscriptions_seen").on(t.seenAt),
    ],
  );
  return {
    pushSubscriptions,
    /** What is to be sent to one browser. A row that is gone was sent, or is not to be. */
    pushNotices: kit.table(
      "push_notices",
      {
        id: kit.id("id"),
        subscriptionId: kit
          .integer("subscription_id")
          .notNull()
          .references(() => pushSubscriptions.id, { onDelete: "restrict" }),
        userId: userId(),
        /** Null for a test, which comes in any case. */
        topic: kit.choice("topic", NOTICE_TOPICS),
        notificationId: kit.integer("notification_id"),
        ticketId: kit.integer("ticket_id"),
        /** A sentence that tells nothing of what was written. */
        text: kit.text("text").notNull(),
        /** A path of this site. */
        link: kit.text("link").notNull(),
        createdAt: kit.time("created_at").notNull(),
        dueAt: kit.time("due_at").notNull(),
        attempts: kit.integer("attempts").notNull().default(0),
        /** Why the last attempt failed; null while none was recorded. */
        error: kit.text("error"),
      },
      (t) => [
        kit.index("push_notices_due").on(t.dueAt, t.id),
        kit.index("push_notices_user").on(t.userId, t.id),
        kit.index("push_notices_subscription").on(t.subscriptionId, t.id),
      ],
    ),
    /** News for everyone that are being pushed, up to which browser. */
    pushBroadcasts: kit.table("push_broadcasts", {
      notificationId: kit.integer("notification_id").primaryKey(),
      /** The id of the last one that was looked at. */
      reached: kit.integer("reached").notNull(),
      createdAt: kit.time("created_at").notNull(),
    }),
  };
};

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
