import { NOTICE_TOPICS } from "#shared/constants/notices.ts";
import type { Kit } from "./columns.ts";

type UserId = (name?: string) => ReturnType<ReturnType<Kit["text"]>["notNull"]>;

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
