import { sql } from "drizzle-orm";
import { MAILED_TOPICS } from "#shared/constants/notices.ts";
import type { NotificationKind } from "#shared/constants/notifications.ts";
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
