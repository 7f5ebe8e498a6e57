import { and, asc, desc, eq, gt, lte, type SQL, sql } from "drizzle-orm";
import type { MemberCtx, RequestCtx, SystemCtx, Tx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { notifyEveryone } from "#server/modules/notifications/index.ts";
import { announce } from "#server/modules/webhooks/index.ts";
import { keyset, readSorted } from "#server/store/cursor.ts";
import type { Tables } from "#server/store/store.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { NEWS } from "#shared/news-messages.ts";
import type { Page, PageInput } from "#shared/schemas/lists.ts";
import type {
  NewsItem,
  NewsPost,
  NewsSource,
  PinnedNews,
  WrittenNews,
  WrittenNewsInput,
} from "#shared/schemas/news.ts";
import { draftOfPost } from "./drafts.ts";

type Row = Tables["news"]["$inferSelect"];

const isoOf = (at: Date | null): string | null => at?.toISOString() ?? null;

/** What of a post a list needs, without its text. */
const listedOf = ({ news }: Tables) => ({
  id: news.id,
  slug: news.slug,
  title: news.title,
  summary: news.summary,
  publishAt: news.publishAt,
});

const itemOf = ({
  id,
  slug,
  title,
  summary,
  publishAt,
}: Pick<Row, "id" | "slug" | "title" | "summary" | "publishAt">): NewsItem => ({
  id,
  slug,
  title,
  summary,
  publishedAt: publishAt.toISOString(),
});

/**
 * What has appeared, the newest first.
 * @throws {AppError} `bad_request` for a cursor that is none of this list.
 */
export const listNews = async (
  { read, tables }: Pick<RequestCtx, "read" | "tables">,
  { cursor, limit = PAGE_SIZE }: PageInput,
): Promise<Page<NewsItem>> => {
  const { news } = tables;
  const list = keyset({ publishAt: news.publishAt, id: news.id });
  const rows = await read
    .select(listedOf(tables))
    .from(news)
    .where(and(eq(news.isPublished, true), list.before(cursor)))
    .orderBy(...list.order)
    .limit(limit + 1);
  const { shown, nextCursor } = list.page(rows, limit);
  return { items: shown.map(itemOf), nextCursor };
};

/** What has appeared at an address; null for nothing. */
export const findPost = async (
  { read, tables: { news } }: Pick<RequestCtx, "read" | "tables">,
  slug: string,
): Promise<NewsPost | null> => {
  const isIt = and(eq(news.slug, slug), eq(news.isPublished, true));
  const [row] = await read.select().from(news).where(isIt);
  if (row === undefined) return null;
  // It was read from its Markdown when it was saved.
  const body = row.body as Pick<NewsPost, "opening" | "sections">;
  return { ...itemOf(row), updatedAt: row.updatedAt.toISOString(), ...body };
};

/** @throws {AppError} `not_found`, also while it has not appeared. */
export const readPost = async (
  ctx: Pick<RequestCtx, "read" | "tables">,
  { slug }: { slug: string },
): Promise<NewsPost> => {
  const post = await findPost(ctx, slug);
  if (post === null) throw new AppError("not_found", NEWS.unknown);
  return post;
};

/** Nobody pins more at a time. */
const PINS_MAX = 50;

/** The one that stands on every page now: of several the newest. */
export const readPinned = async ({
  read,
  tables,
  clock,
}: Pick<RequestCtx, "read" | "tables" | "clock">): Promise<PinnedNews> => {
  const { news } = tables;
  const now = clock.now();
  const rows = await read
    .select({
      ...listedOf(tables),
      pinnedFrom: news.pinnedFrom,
      pinnedUntil: news.pinnedUntil,
    })
    .from(news)
    .where(and(gt(news.pinnedUntil, now), eq(news.isPublished, true)))
    .orderBy(desc(news.publishAt), desc(news.id))
    .limit(PINS_MAX);
  const isPinned = ({ pinnedFrom }: (typeof rows)[number]) =>
    pinnedFrom !== null && pinnedFrom <= now;
  const post = rows.find(isPinned);
  const changes = rows.map((row) => Number(isPinned(row) ? row.pinnedUntil : row.pinnedFrom));
  return {
    post: post === undefined ? null : itemOf(post),
    changesInMs: changes.length === 0 ? null : Math.min(...changes) - now.getTime(),
  };
};

/** A post as its writers see it. */
export const toWritten = (row: Omit<Row, "text" | "body">): WrittenNews => ({
  id: row.id,
  revision: row.revision,
  slug: row.slug,
  title: row.title,
  summary: row.summary,
  publishAt: row.publishAt.toISOString(),
  isPublished: row.isPublished,
  pinnedFrom: isoOf(row.pinnedFrom),
  pinnedUntil: isoOf(row.pinnedUntil),
  notifies: row.notifies,
  updatedAt: row.updatedAt.toISOString(),
});

const isInState = (
  { news }: Tables,
  state: NonNullable<WrittenNewsInput["state"]>,
  now: Date,
): SQL | undefined =>
  state === "pinned"
    ? and(eq(news.isPublished, true), lte(news.pinnedFrom, now), gt(news.pinnedUntil, now))
    : eq(news.isPublished, state === "published");

/**
 * All of them, also those that wait: the latest day of appearance first, unless they are sorted.
 * @throws {AppError} `bad_request` for a cursor of another list or order.
 */
export const listWritten = async (
  { read, tables, clock }: MemberCtx,
  { cursor, limit = PAGE_SIZE, state, sort }: WrittenNewsInput,
): Promise<Page<WrittenNews>> => {
  const { news } = tables;
  const { id, publishAt, pinnedUntil } = news;
  const isWanted = state && isInState(tables, state, clock.now());
  const { shown, nextCursor } = await readSorted(
    {
      columns: { id, publishAt, pinnedUntil },
      own: ["publishAt", "id"],
      by: { appears: ["publishAt", "id"], pinned: ["pinnedUntil", "id"] },
      sort,
    },
    { cursor, limit },
    (isAfter, order, rows) =>
      read
        .select()
        .from(news)
        .where(and(isWanted, isAfter))
        .orderBy(...order)
        .limit(rows),
  );
  return { items: shown.map(toWritten), nextCursor };
};

/** @throws {AppError} `not_found`. */
export const readSource = async (
  { read, tables: { news } }: MemberCtx,
  { id }: { id: number },
): Promise<NewsSource> => {
  const [row] = await read.select().from(news).where(eq(news.id, id));
  if (row === undefined) throw new AppError("not_found", NEWS.unknown);
  return { ...toWritten(row), text: row.text, draft: await draftOfPost(read, id) };
};

/** So many appear in one round of the job. */
const AT_ONCE = 50;

/**
 * Lets a post appear that is due and has not; any other stays as it is [NEWS-01].
 * @param by its writer, who knows, or the clock: whoever has a form of it open saves over nothing unseen [NEWS-02].
 */
export const publishPost = async (tx: Tx, id: number, by: "writer" | "clock"): Promise<void> => {
  const { news } = tx.tables;
  const isDue = and(
    eq(news.id, id),
    eq(news.isPublished, false),
    lte(news.publishAt, tx.clock.now()),
  );
  const raised = by === "clock" && { revision: sql`${news.revision} + 1` };
  const [post] = await tx
    .update(news)
    .set({ isPublished: true, ...raised })
    .where(isDue)
    .returning({
      title: news.title,
      summary: news.summary,
      slug: news.slug,
      notifies: news.notifies,
    });
  if (post === undefined) return;
  await tx.audit({ action: "news.published", subject: String(id), after: { slug: post.slug } });
  if (post.notifies)
    await notifyEveryone(tx, {
      subject: post.title,
      message: post.summary,
      link: `/news/${post.slug}`,
      createdBy: null,
    });
  await announce(tx, "news.published", {
    title: post.title,
    text: post.summary,
    path: `/news/${post.slug}`,
    data: { slug: post.slug },
  });
  tx.publish({ type: "news.changed" });
};

/** Lets appear what is due, the one that waited longest first; the rest comes in the next round. */
export const publishDueNews = async (ctx: SystemCtx): Promise<void> => {
  const { news } = ctx.tables;
  const due = await ctx.read
    .select({ id: news.id })
    .from(news)
    .where(and(eq(news.isPublished, false), lte(news.publishAt, ctx.clock.now())))
    .orderBy(asc(news.publishAt), asc(news.id))
    .limit(AT_ONCE);
  for (const { id } of due) await ctx.write((tx) => publishPost(tx, id, "clock"));
};
