import { and, eq } from "drizzle-orm";
import { type Section, walk } from "./section.ts";

/** How the person is told of things, and what waits to reach them. */
export const NOTICE_SECTIONS: readonly Section[] = [
  {
    name: "noticeSettings",
    title: "How you are told",
    about: "What you have chosen; what is empty is as the site has it.",
    refers: ["notice_settings.user_id"],
    rows: ({ tables: { noticeSettings: t }, ...reader }, userId) =>
      walk({
        key: { userId: t.userId },
        ask: async (isAfter, order, limit) => {
          const rows = await reader
            .select()
            .from(t)
            .where(and(eq(t.userId, userId), isAfter))
            .orderBy(...order)
            .limit(limit);
          return rows.map(({ userId: id, ...row }) => ({ key: { userId: id }, row }));
        },
      }),
  },
  {
    name: "noticeMails",
    title: "What is emailed unless you read it",
    refers: ["notice_mails.user_id"],
    rows: ({ tables: { noticeMails: t }, ...reader }, userId) =>
      walk({
        key: { id: t.id },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { id: t.id },
              row: {
                topic: t.topic,
                ticketId: t.ticketId,
                messageId: t.messageId,
                notificationId: t.notificationId,
                createdAt: t.createdAt,
                dueAt: t.dueAt,
              },
            })
            .from(t)
            .where(and(eq(t.userId, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
  {
    name: "pushSubscriptions",
    title: "Browsers that are notified",
    about: "With the address at which the browser's maker takes messages for it.",
    refers: ["push_subscriptions.user_id"],
    rows: ({ tables: { pushSubscriptions: t }, ...reader }, userId) =>
      walk({
        key: { id: t.id },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { id: t.id },
              row: {
                browser: t.browser,
                endpoint: t.endpoint,
                createdAt: t.createdAt,
                seenAt: t.seenAt,
                pushedAt: t.pushedAt,
              },
            })
            .from(t)
            .where(and(eq(t.userId, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
  {
    name: "pushNotices",
    title: "What waits to be pushed to your browsers",
    refers: ["push_notices.user_id"],
    rows: ({ tables: { pushNotices: t }, ...reader }, userId) =>
      walk({
        key: { id: t.id },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { id: t.id },
              row: { text: t.text, link: t.link, createdAt: t.createdAt, dueAt: t.dueAt },
            })
            .from(t)
            .where(and(eq(t.userId, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
];
