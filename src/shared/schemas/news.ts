import { z } from "zod/mini";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { documentBlock, documentSection } from "./community/documents.ts";
import { idempotencyKey, pageOf, recordId } from "./lists.ts";
import { text, words } from "./text.ts";

/** The longest of each, in UTF-16 units. */
export const NEWS_MAX = {
  slug: 80,
  /** It may be the subject of a notification. */
  title: LENGTHS.notificationSubject,
  summary: 300,
  text: 20_000,
} as const;

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
  idempotencyKey,
});
export type NewsDraft = z.output<typeof newsDraft>;

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
/** The latest day of appearance first. */
export const writtenNewsPage = pageOf(writtenNews);

export const newsSource = z.extend(writtenNews, { text: z.string() });
export type NewsSource = z.infer<typeof newsSource>;
