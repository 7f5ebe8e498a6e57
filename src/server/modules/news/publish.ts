import { and, asc, eq, lte, sql } from "drizzle-orm";
import type { SystemCtx, Tx } from "#server/context/context.ts";
import { notifyEveryone } from "#server/modules/notifications/index.ts";
import { announce } from "#server/modules/webhooks/index.ts";

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
