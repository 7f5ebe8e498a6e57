import { and, eq, or } from "drizzle-orm";
import { type Section, walk } from "./page.ts";

/** What somebody of the team has made for the community: that it is theirs, and when. */
export const WORK_SECTIONS: readonly Section[] = [
  {
    name: "bridgeKeys",
    title: "Bridge keys that you made",
    refers: ["bridge_keys.created_by"],
    rows: ({ tables: { bridgeKeys: t }, ...reader }, userId) =>
      walk({
        key: { id: t.id },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { id: t.id },
              row: {
                name: t.name,
                scopes: t.scopes,
                games: t.games,
                createdAt: t.createdAt,
                lastUsedAt: t.lastUsedAt,
                expiresAt: t.expiresAt,
                revokedAt: t.revokedAt,
              },
            })
            .from(t)
            .where(and(eq(t.createdBy, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
  {
    name: "ticketNotes",
    title: "Notes for the team that you wrote on tickets",
    refers: ["ticket_notes.author_id"],
    rows: ({ tables: { ticketNotes: t }, ...reader }, userId) =>
      walk({
        key: { id: t.id },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { id: t.id },
              row: {
                ticketId: t.ticketId,
                createdAt: t.createdAt,
                editedAt: t.editedAt,
                content: t.content,
              },
            })
            .from(t)
            .where(and(eq(t.authorId, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
  {
    name: "firstAnswers",
    title: "Tickets to which your answer was the team's first",
    about: "Their numbers alone, since they are other people's.",
    refers: ["tickets.first_answered_by"],
    rows: ({ tables: { tickets: t }, ...reader }, userId) =>
      walk({
        key: { id: t.id },
        ask: (isAfter, order, limit) =>
          reader
            .select({ key: { id: t.id }, row: { ticketId: t.id, at: t.firstAnsweredAt } })
            .from(t)
            .where(and(eq(t.firstAnsweredBy, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
  {
    name: "ticketFigures",
    title: "What your answers to tickets came to, week by week",
    refers: ["ticket_figures.helper_id"],
    rows: ({ tables: { ticketFigures: t }, ...reader }, userId) =>
      walk({
        key: { id: t.id },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { id: t.id },
              row: {
                week: t.week,
                category: t.category,
                opened: t.opened,
                closed: t.closed,
                answerSeconds: t.answerSeconds,
                solutionSeconds: t.solutionSeconds,
                solved: t.solved,
                unsolved: t.unsolved,
              },
            })
            .from(t)
            .where(and(eq(t.helperId, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
  {
    name: "savedReplies",
    title: "Replies that you saved for yourself",
    refers: ["saved_replies.owner_id"],
    rows: ({ tables: { savedReplies: t }, ...reader }, userId) =>
      walk({
        key: { id: t.id },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { id: t.id },
              row: { title: t.title, updatedAt: t.updatedAt, text: t.text },
            })
            .from(t)
            .where(and(eq(t.ownerId, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
  {
    name: "savedReplyUses",
    title: "Saved replies that you used",
    refers: ["saved_reply_uses.user_id"],
    rows: ({ tables: { savedReplyUses: t }, ...reader }, userId) =>
      walk({
        key: { replyId: t.replyId },
        ask: (isAfter, order, limit) =>
          reader
            .select({ key: { replyId: t.replyId }, row: { reply: t.replyId, usedAt: t.usedAt } })
            .from(t)
            .where(and(eq(t.userId, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
  {
    name: "news",
    title: "Posts that you wrote",
    refers: ["news.created_by"],
    rows: ({ tables: { news: t }, ...reader }, userId) =>
      walk({
        key: { id: t.id },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { id: t.id },
              row: {
                title: t.title,
                address: t.slug,
                createdAt: t.createdAt,
                updatedAt: t.updatedAt,
                publishAt: t.publishAt,
                pinnedFrom: t.pinnedFrom,
                pinnedUntil: t.pinnedUntil,
                summary: t.summary,
                text: t.text,
              },
            })
            .from(t)
            .where(and(eq(t.createdBy, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
  {
    name: "newsDrafts",
    title: "Drafts of posts that you changed last",
    refers: ["news_drafts.updated_by"],
    rows: ({ tables: { newsDrafts: t }, ...reader }, userId) =>
      walk({
        key: { id: t.id },
        ask: (isAfter, order, limit) =>
          reader
            .select({ key: { id: t.id }, row: { updatedAt: t.updatedAt, content: t.content } })
            .from(t)
            .where(and(eq(t.updatedBy, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
  {
    name: "calendar",
    title: "Entries of the calendar that you wrote",
    refers: ["calendar_entries.created_by"],
    rows: ({ tables: { calendarEntries: t }, ...reader }, userId) =>
      walk({
        key: { id: t.id },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { id: t.id },
              row: {
                title: t.title,
                kind: t.kind,
                text: t.text,
                beginsAt: t.beginsAt,
                minutes: t.minutes,
                repeat: t.repeat,
                repeatUntil: t.repeatUntil,
                updatedAt: t.updatedAt,
              },
            })
            .from(t)
            .where(and(eq(t.createdBy, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
  {
    name: "siteVersions",
    title: "Versions of the site that you published",
    refers: ["site_versions.created_by"],
    rows: ({ tables: { siteVersions: t }, ...reader }, userId) =>
      walk({
        key: { id: t.id },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { id: t.id },
              row: { version: t.id, note: t.note, sections: t.sections, createdAt: t.createdAt },
            })
            .from(t)
            .where(and(eq(t.createdBy, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
  {
    name: "siteDrafts",
    title: "Drafts of the site that you changed last",
    refers: ["site_drafts.updated_by"],
    rows: ({ tables: { siteDrafts: t }, ...reader }, userId) =>
      walk({
        key: { section: t.section },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { section: t.section },
              row: { section: t.section, updatedAt: t.updatedAt },
            })
            .from(t)
            .where(and(eq(t.updatedBy, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
  {
    name: "sitePictures",
    title: "Pictures of the site that you uploaded",
    refers: ["site_pictures.created_by"],
    rows: ({ tables: { sitePictures: t }, ...reader }, userId) =>
      walk({
        key: { key: t.key },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { key: t.key },
              row: { key: t.key, width: t.width, height: t.height, createdAt: t.createdAt },
            })
            .from(t)
            .where(and(eq(t.createdBy, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
  {
    name: "maintenance",
    title: "Maintenance that you began or ended",
    refers: ["maintenance.begun_by", "maintenance.ended_by"],
    rows: ({ tables: { maintenance: t }, ...reader }, userId) =>
      walk({
        key: { id: t.id },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { id: t.id },
              row: {
                reason: t.reason,
                begunAt: t.begunAt,
                expectedEnd: t.expectedEnd,
                endedAt: t.endedAt,
              },
            })
            .from(t)
            .where(and(or(eq(t.begunBy, userId), eq(t.endedBy, userId)), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
  {
    name: "shopFlags",
    title: "Shop events that you dealt with",
    refers: ["shop_flags.resolved_by"],
    rows: ({ tables: { shopFlags: t }, ...reader }, userId) =>
      walk({
        key: { id: t.id },
        ask: (isAfter, order, limit) =>
          reader
            .select({ key: { id: t.id }, row: { kind: t.kind, resolvedAt: t.resolvedAt } })
            .from(t)
            .where(and(eq(t.resolvedBy, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
];
