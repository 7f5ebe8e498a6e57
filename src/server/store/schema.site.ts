import { CALENDAR_KINDS, REPEATS } from "#shared/constants/lists.ts";
import { type SiteSection, VERSION_SOURCES } from "#shared/constants/site.ts";
import type { Kit } from "./columns.ts";

/** What the community says of itself: what was published, and what is being written. */
export const siteTables = (kit: Kit) => {
  /** Never changed once written; the newest is what is published. */
  const siteVersions = kit.table(
    "site_versions",
    {
      /** Counted from 1, without gaps. */
      id: kit.integer("id").primaryKey(),
      /** As JSON, with its format. */
      document: kit.text("document").notNull(),
      /** Of what it says: a file that says the same has the same. */
      hash: kit.text("hash").notNull(),
      note: kit.text("note").notNull(),
      source: kit.choice("source", VERSION_SOURCES).notNull(),
      /** Those that differ from the version before it. */
      sections: kit.json("sections").$type<readonly SiteSection[]>().notNull(),
      createdAt: kit.time("created_at").notNull(),
      /** Null where it came from a file. A user's id, whose name is gone once they are erased. */
      createdBy: kit.text("created_by"),
    },
    (t) => [
      kit.index("site_versions_source").on(t.source, t.id),
      kit.index("site_versions_hash").on(t.hash, t.id),
    ],
  );
  const siteDrafts = kit.table("site_drafts", {
    section: kit.text("section").$type<SiteSection>().primaryKey(),
    /** As JSON; null where there is no draft any more. */
    content: kit.text("content"),
    /** The version that it began from. */
    basedOn: kit.integer("based_on").notNull(),
    /** Grows with each change, and outlives the draft: it names one state of it, and never another. */
    revision: kit.integer("revision").notNull(),
    updatedAt: kit.time("updated_at").notNull(),
    updatedBy: kit.text("updated_by").notNull(),
  });
  /** Pictures that the document shows, as WebP; versions of all times may name them. */
  const sitePictures = kit.table("site_pictures", {
    /** Follows from its bytes. */
    key: kit.text("key").primaryKey(),
    body: kit.bytes("body").notNull(),
    width: kit.integer("width").notNull(),
    height: kit.integer("height").notNull(),
    createdAt: kit.time("created_at").notNull(),
    createdBy: kit.text("created_by").notNull(),
    /** The same for small places; null where it is small itself, and of before there were any. */
    small: kit.bytes("small"),
  });
  /** When the site was, or is, in maintenance; of several that have no end the newest counts. */
  const maintenance = kit.table("maintenance", {
    id: kit.id("id"),
    reason: kit.text("reason").notNull(),
    /** When it is expected to end; null where nobody knows. */
    expectedEnd: kit.time("expected_end"),
    begunAt: kit.time("begun_at").notNull(),
    begunBy: kit.text("begun_by").notNull(),
    /** Null while it lasts. */
    endedAt: kit.time("ended_at"),
    endedBy: kit.text("ended_by"),
  });
  return { siteVersions, siteDrafts, sitePictures, maintenance };
};

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

/** What happens when. */
export const calendarTables = (kit: Kit) => ({
  calendarEntries: kit.table(
    "calendar_entries",
    {
      id: kit.id("id"),
      kind: kit.choice("kind", CALENDAR_KINDS).notNull(),
      title: kit.text("title").notNull(),
      text: kit.text("text").notNull(),
      /** Keys of servers; none for the whole community. */
      servers: kit.json("servers").$type<readonly string[]>().notNull(),
      beginsAt: kit.time("begins_at").notNull(),
      /** How long it takes; 0 for no time. */
      minutes: kit.integer("minutes").notNull(),
      repeat: kit.choice("repeat", REPEATS).notNull(),
      repeatUntil: kit.time("repeat_until"),
      rates: kit.json("rates").$type<readonly { name: string; value: string }[]>().notNull(),
      /** When the last of it is over; null where it goes on. */
      overAt: kit.time("over_at"),
      /** Counts its changes, so that nobody overwrites what they have not seen. */
      revision: kit.integer("revision").notNull(),
      createdBy: kit.text("created_by").notNull(),
      updatedAt: kit.time("updated_at").notNull(),
    },
    (t) => [
      kit.index("calendar_entries_over").on(t.overAt),
      kit.index("calendar_entries_begins").on(t.beginsAt, t.id),
    ],
  ),
});
