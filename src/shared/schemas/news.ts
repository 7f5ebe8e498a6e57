import { z } from "zod/mini";
import { NEWS_MAX, NEWS_SORTS, NEWS_STATES } from "#shared/constants/lists.ts";
import { documentBlock, documentSection } from "./community/documents.ts";
import { idempotencyKey, pageInput, pageOf, recordId } from "./lists.ts";
import { text, words } from "./text.ts";

/** The last part of a post's address. */
const newsSlug = z
  .string()
  .check(
    z.maxLength(NEWS_MAX.slug),
    z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be lower-case words joined by hyphens"),
  );

/** A post as it stands in a list. */
export const newsItem = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  publishedAt: z.iso.datetime(),
});
export type NewsItem = z.infer<typeof newsItem>;
/** The newest first. */
export const newsPage = pageOf(newsItem);

/** A post as it is read. */
export const newsPost = z.extend(newsItem, {
  updatedAt: z.iso.datetime(),
  opening: z.array(documentBlock),
  sections: z.array(documentSection),
});
export type NewsPost = z.infer<typeof newsPost>;

/** Which post stands on every page now; null for none. */
export const pinnedNews = z.object({
  post: z.nullable(newsItem),
  /** After so long it is another one, or none, by itself; null where that is not known yet. */
  changesInMs: z.nullable(z.int()),
});
export type PinnedNews = z.infer<typeof pinnedNews>;

/** What readers see of a text. */
export const newsBody = z.pick(newsPost, { opening: true, sections: true });
export const newsTextInput = z.object({ text: text(NEWS_MAX.text) });

export const newsSlugInput = z.object({ slug: newsSlug });
export const newsIdInput = z.object({ id: recordId });

/** What an Admin writes. */
export const newsDraft = z.strictObject({
  /** Which post is changed; null for a new one. */
  id: z.nullable(recordId),
  /** The revision that one has seen; 0 for a new one. */
  revision: z.int().check(z.minimum(0)),
  /** From the title where it is left out. */
  slug: z.optional(newsSlug),
  title: words(NEWS_MAX.title),
  summary: words(NEWS_MAX.summary),
  text: text(NEWS_MAX.text),
  /** Null for at once. */
  publishAt: z.nullable(z.iso.datetime()),
  pinnedFrom: z.nullable(z.iso.datetime()),
  pinnedUntil: z.nullable(z.iso.datetime()),
  notifies: z.boolean(),
  /** The draft that this was, which is none any more, and the revision of it that one has seen. */
  draft: z.optional(z.strictObject({ id: recordId, revision: z.int().check(z.minimum(1)) })),
  idempotencyKey,
});
export type NewsDraft = z.output<typeof newsDraft>;

/** A post as it is being written, whether anything is wrong with it or not. */
export const postContent = z.strictObject({
  title: text(NEWS_MAX.title),
  summary: text(NEWS_MAX.summary),
  slug: text(NEWS_MAX.slug),
  text: text(NEWS_MAX.text),
  appears: z.enum(["now", "later"]),
  publishAt: z.nullable(z.iso.datetime()),
  pinnedFrom: z.nullable(z.iso.datetime()),
  pinnedUntil: z.nullable(z.iso.datetime()),
  notifies: z.boolean(),
});
export type PostContent = z.output<typeof postContent>;

const draftRevision = z.int().check(z.minimum(0));

/** A draft of a post as it stands in a list. */
export const postDraftItem = z.object({
  id: z.int(),
  /** The post that it changes; null for a new one. */
  newsId: z.nullable(z.int()),
  title: z.string(),
  updatedAt: z.iso.datetime(),
  /** Who saved it last; null where they are gone. */
  by: z.nullable(z.string()),
});
export type PostDraftItem = z.infer<typeof postDraftItem>;
export const postDraftItems = z.array(postDraftItem);

export const postDraft = z.extend(postDraftItem, {
  newsRevision: z.int(),
  revision: z.int(),
  content: postContent,
});
export type PostDraftState = z.infer<typeof postDraft>;

export const postDraftInput = z.strictObject({
  /** Which draft is saved; null for one that begins. */
  id: z.nullable(recordId),
  /** The revision that one has seen; 0 for one that begins. */
  revision: draftRevision,
  newsId: z.nullable(recordId),
  newsRevision: draftRevision,
  content: postContent,
});
export type PostDraftInput = z.output<typeof postDraftInput>;
export const savedPostDraft = z.object({ id: z.int(), revision: z.int() });

/** A post as its writers see it. */
export const writtenNews = z.object({
  id: z.int(),
  revision: z.int(),
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  publishAt: z.iso.datetime(),
  /** False while it waits. */
  isPublished: z.boolean(),
  pinnedFrom: z.nullable(z.iso.datetime()),
  pinnedUntil: z.nullable(z.iso.datetime()),
  notifies: z.boolean(),
  updatedAt: z.iso.datetime(),
});
export type WrittenNews = z.infer<typeof writtenNews>;
export const writtenNewsInput = z.extend(pageInput, {
  state: z.optional(z.enum(NEWS_STATES)),
  sort: z.optional(z.enum(NEWS_SORTS)),
});
export type WrittenNewsInput = z.infer<typeof writtenNewsInput>;
/** The latest day of appearance first, unless they are sorted. */
export const writtenNewsPage = pageOf(writtenNews);

export const newsSource = z.extend(writtenNews, {
  text: z.string(),
  /** Changes of it that were not published yet; null for none. */
  draft: z.nullable(postDraft),
});
export type NewsSource = z.infer<typeof newsSource>;
