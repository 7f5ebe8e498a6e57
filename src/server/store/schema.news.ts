import type { Kit } from "./columns.ts";

/** What the community tells everybody. */
export const newsTables = (kit: Kit) => ({
  news: kit.table(
    "news",
    {
      id: kit.id("id"),
      /** Its address below `/news/`. */
      slug: kit.text("slug").notNull(),
      title: kit.text("title").notNull(),
      summary: kit.text("summary").notNull(),
      /** Markdown as it was written, and what it was read as. */
      text: kit.text("text").notNull(),
      body: kit.json("body").notNull(),
      /** When it is to appear, and whether it has. */
      publishAt: kit.time("publish_at").notNull(),
      isPublished: kit.boolean("is_published").notNull(),
      /** From when until when it stands above every page's content; null where it does not. */
      pinnedFrom: kit.time("pinned_from"),
      pinnedUntil: kit.time("pinned_until"),
      /** Whether members get a notification when it appears. */
      notifies: kit.boolean("notifies").notNull(),
      /** Counts its changes, so that nobody overwrites what they have not seen. */
      revision: kit.integer("revision").notNull(),
      createdBy: kit.text("created_by").notNull(),
      createdAt: kit.time("created_at").notNull(),
      updatedAt: kit.time("updated_at").notNull(),
    },
    (t) => [
      kit.uniqueIndex("news_slug").on(t.slug),
      kit.index("news_published").on(t.isPublished, t.publishAt, t.id),
      kit.index("news_all").on(t.publishAt, t.id),
      kit.index("news_pinned").on(t.pinnedUntil),
    ],
  ),
  /** Posts, and changes of posts, that are still being written. No reader is ever shown one. */
  newsDrafts: kit.table(
    "news_drafts",
    {
      id: kit.id("id"),
      /** The post that it changes; null for a new one. */
      newsId: kit.integer("news_id"),
      /** Of that post when the writing began; 0 for a new one. */
      newsRevision: kit.integer("news_revision").notNull(),
      content: kit.json("content").notNull(),
      /** Counts its changes, so that nobody overwrites what they have not seen. */
      revision: kit.integer("revision").notNull(),
      updatedAt: kit.time("updated_at").notNull(),
      updatedBy: kit.text("updated_by").notNull(),
    },
    (t) => [
      kit.uniqueIndex("news_drafts_post").on(t.newsId),
      kit.index("news_drafts_newest").on(t.updatedAt, t.id),
    ],
  ),
});
