import { type SiteSection, VERSION_SOURCES } from "#shared/schemas/site-document.ts";
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
