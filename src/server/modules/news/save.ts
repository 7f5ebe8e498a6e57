import { and, eq, ne } from "drizzle-orm";
import { assertMay } from "#server/access/rights.ts";
import { readArticle } from "#server/config/documents.ts";
import { foreign, hasTable, Misfit } from "#server/config/markdown.ts";
import type { MemberCtx, MemberTx } from "#server/context/context.ts";
import { AppError, momentIn, wrongInput } from "#server/core/errors.ts";
import { missingMediaIn } from "#server/modules/site/index.ts";
import { once } from "#server/store/idempotency.ts";
import { one } from "#server/store/store.ts";
import { NEWS_MAX } from "#shared/constants/lists.ts";
import { NEWS } from "#shared/news-messages.ts";
import { slugOf } from "#shared/rules/written-text.ts";
import type { NewsDraft, WrittenNews } from "#shared/schemas/news.ts";
import { SITE_VERSIONS } from "#shared/site-publishing-messages.ts";
import { publishPost, toWritten } from "./index.ts";

/**
 * Deletes a post, whether it has appeared or not. Notifications of it stay.
 * @throws {AppError} `not_found`, `too_many_requests`.
 */
export const removeNews = (ctx: MemberCtx, { id }: { id: number }): Promise<void> =>
  ctx.write(async (tx) => {
    const { news } = tx.tables;
    await assertMay(tx, "site");
    await tx.count("newsByMember", tx.actor.userId);
    const [gone] = await tx.delete(news).where(eq(news.id, id)).returning({ slug: news.slug });
    if (gone === undefined) throw new AppError("not_found", NEWS.unknown);
    const { newsDrafts: drafts } = tx.tables;
    await tx.delete(drafts).where(eq(drafts.newsId, id));
    await tx.audit({ action: "news.removed", subject: String(id), before: gone });
    tx.publish({ type: "news.changed" });
  });

/**
 * What readers will see of a text.
 * @throws {AppError} `bad_request` with what is wrong with it.
 */
export const bodyOf = (text: string): ReturnType<typeof readArticle> => {
  try {
    if (hasTable(text)) throw foreign("table");
    return readArticle(text);
  } catch (error) {
    if (error instanceof Misfit) throw wrongInput(NEWS.textProblem(error.message), ["text"]);
    throw error;
  }
};

const dateIn = (at: string | null, field: keyof NewsDraft): Date | null =>
  at === null ? null : momentIn(at, field);

/**
 * @param appearsAt null where it has appeared.
 * @throws {AppError} `bad_request` for an end without or before its beginning, or before the post.
 */
const pinOf = ({ pinnedFrom, pinnedUntil }: NewsDraft, now: Date, appearsAt: Date | null) => {
  const until = dateIn(pinnedUntil, "pinnedUntil");
  const from = dateIn(pinnedFrom, "pinnedFrom");
  if (until === null && from !== null) throw wrongInput(NEWS.pinHalf, ["pinnedUntil"]);
  if (until === null) return { pinnedFrom: null, pinnedUntil: null };
  const begins = from ?? now;
  if (until <= begins) throw wrongInput(NEWS.pinBackwards, ["pinnedUntil"]);
  if (appearsAt !== null && until <= appearsAt) throw wrongInput(NEWS.pinTooEarly, ["pinnedUntil"]);
  return { pinnedFrom: begins, pinnedUntil: until };
};

const isTaken = async (tx: MemberTx, slug: string, id: number | null): Promise<boolean> => {
  const { news } = tx.tables;
  const isOther = id === null ? undefined : ne(news.id, id);
  const found = await tx
    .select({ id: news.id })
    .from(news)
    .where(and(eq(news.slug, slug), isOther));
  return found.length > 0;
};

/** As many posts of one title as have a number each. */
const TRIES = 99;

/**
 * The address that the Admin gave, or one that follows from the title and is free.
 * @throws {AppError} `conflict` where another post has it, `bad_request` for a title without letters.
 */
const freeSlug = async (tx: MemberTx, { id, slug, title }: NewsDraft): Promise<string> => {
  if (slug !== undefined) {
    if (await isTaken(tx, slug, id)) throw wrongInput(NEWS.slugTaken, ["slug"], "conflict");
    return slug;
  }
  // Room for a number behind it.
  const usual = slugOf(title, NEWS_MAX.slug - 4);
  if (usual === "") throw wrongInput(NEWS.noSlug, ["slug"]);
  for (let number = 1; number <= TRIES; number += 1) {
    const one = number === 1 ? usual : `${usual}-${number}`;
    if (!(await isTaken(tx, one, id))) return one;
  }
  throw wrongInput(NEWS.slugTaken, ["slug"], "conflict");
};

const write = async (tx: MemberTx, draft: NewsDraft, body: unknown): Promise<number> => {
  const { news } = tx.tables;
  const { id, title, summary, text, notifies } = draft;
  await assertMay(tx, "site");
  await tx.count("newsByMember", tx.actor.userId);
  const missing = await missingMediaIn(tx, text);
  if (missing !== null)
    throw wrongInput(NEWS.textProblem(SITE_VERSIONS.missingPicture(missing)), ["text"]);
  const now = tx.clock.now();
  const said = { title, summary, text, body, notifies };
  const dueAt = dateIn(draft.publishAt, "publishAt") ?? now;
  if (id === null) {
    const pin = pinOf(draft, now, dueAt);
    const slug = await freeSlug(tx, draft);
    const made = {
      ...said,
      ...pin,
      slug,
      publishAt: dueAt,
      isPublished: false,
      revision: 1,
      updatedAt: now,
    };
    const row = one(
      await tx
        .insert(news)
        .values({ ...made, createdBy: tx.actor.userId, createdAt: now })
        .returning({ id: news.id }),
    );
    await tx.audit({ action: "news.saved", subject: String(row.id), after: { slug } });
    return row.id;
  }
  const [found] = await tx.select().from(news).where(eq(news.id, id));
  if (found === undefined) throw new AppError("not_found", NEWS.unknown);
  if (found.revision !== draft.revision)
    throw new AppError("changed_meanwhile", NEWS.changedMeanwhile);
  const slug = draft.slug === undefined ? found.slug : await freeSlug(tx, draft);
  // What has appeared keeps its day.
  const publishAt = found.isPublished ? found.publishAt : dueAt;
  const pin = pinOf(draft, now, found.isPublished ? null : dueAt);
  const revision = found.revision + 1;
  // Readers are told of what they read.
  const isSame = found.title === title && found.summary === summary && found.text === text;
  const updatedAt = isSame ? found.updatedAt : now;
  await tx
    .update(news)
    .set({ ...said, ...pin, slug, publishAt, revision, updatedAt })
    .where(eq(news.id, id));
  const before = { slug: found.slug };
  await tx.audit({ action: "news.saved", subject: String(id), before, after: { slug } });
  if (found.isPublished) tx.publish({ type: "news.changed" });
  return id;
};

/**
 * A draft that has become a post is none any more, in the caller's transaction.
 * @throws {AppError} `draft_changed` where somebody else has saved, published or discarded it since.
 */
const endDraft = async (
  tx: MemberTx,
  { id, revision }: NonNullable<NewsDraft["draft"]>,
): Promise<void> => {
  const { newsDrafts: t } = tx.tables;
  const isSeen = and(eq(t.id, id), eq(t.revision, revision));
  const removed = await tx.delete(t).where(isSeen).returning({ id: t.id });
  if (removed.length === 0) throw new AppError("draft_changed", NEWS.draftChanged);
};

/**
 * Writes a post, or changes one. What is due appears at once [NEWS-02].
 * @throws {AppError} `bad_request` with the first thing that is wrong, `not_found`, `changed_meanwhile`
 *   where somebody else has changed it, `draft_changed` where that is so of its draft, `conflict` for an address that another post has,
 *   `too_many_requests`.
 */
export const saveNews = async (ctx: MemberCtx, draft: NewsDraft): Promise<WrittenNews> => {
  const body = bodyOf(draft.text);
  const { idempotencyKey } = draft;
  const key = idempotencyKey === undefined ? null : `news:${idempotencyKey}`;
  const request = { actor: ctx.actor.userId, key, content: JSON.stringify(draft) };
  const id = await ctx.write((tx) =>
    once(tx, request, async () => {
      const written = await write(tx, draft, body);
      await publishPost(tx, written, "writer");
      if (draft.draft !== undefined) await endDraft(tx, draft.draft);
      return written;
    }),
  );
  const { news } = ctx.tables;
  const [row] = await ctx.read.select().from(news).where(eq(news.id, id));
  if (row === undefined) throw new AppError("not_found", NEWS.unknown);
  return toWritten(row);
};
