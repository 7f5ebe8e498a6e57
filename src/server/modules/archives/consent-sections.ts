import { and, eq } from "drizzle-orm";
import { type Section, walk } from "./section.ts";

/** What the person agreed to, and what was mailed to them for it. */
export const CONSENT_SECTIONS: readonly Section[] = [
  {
    name: "consents",
    title: "What you agreed to",
    refers: ["consents.user_id"],
    rows: ({ tables: { consents: t }, ...reader }, userId) =>
      walk({
        key: { id: t.id },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { id: t.id },
              row: { kind: t.kind, version: t.version, isGiven: t.isGiven, way: t.way, at: t.at },
            })
            .from(t)
            .where(and(eq(t.userId, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
  {
    name: "newsMails",
    title: "News that were mailed to you",
    refers: ["news_mails.user_id"],
    rows: ({ tables: { newsMails: t, news }, ...reader }, userId) =>
      walk({
        key: { newsId: t.newsId },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { newsId: t.newsId },
              row: { post: news.title, outcome: t.outcome, error: t.error },
            })
            .from(t)
            .leftJoin(news, eq(news.id, t.newsId))
            .where(and(eq(t.userId, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
  {
    name: "mailings",
    title: "Posts that you had mailed",
    refers: ["news_mailings.started_by"],
    rows: ({ tables: { newsMailings: t }, ...reader }, userId) =>
      walk({
        key: { newsId: t.newsId },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { newsId: t.newsId },
              row: {
                post: t.newsId,
                recipients: t.recipients,
                state: t.state,
                startedAt: t.startedAt,
                endedAt: t.endedAt,
              },
            })
            .from(t)
            .where(and(eq(t.startedBy, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
];
