import { eq } from "drizzle-orm";
import { assertMay } from "#server/access/rights.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { NEWS } from "#shared/news-messages.ts";

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
