import { inArray } from "drizzle-orm";
import { z } from "zod";
import type { SiteDocument } from "#server/config/community-file.ts";
import { AppError } from "#server/core/errors.ts";
import type { TimedTx } from "#server/store/store.ts";
import { SITE_VERSIONS } from "#shared/site-version-messages.ts";

const withCategories = z.object({
  categories: z.array(z.object({ key: z.string(), visibleTo: z.optional(z.string()) })),
});

const categoriesOf = ({ tickets }: SiteDocument) =>
  withCategories.safeParse(tickets).data?.categories ?? [];

/**
 * Asked in the transaction that publishes: tickets that not all of the team see stay so. Without their category
 * nothing would say that.
 * @throws {AppError} `conflict` naming the category.
 */
export const assertNoneOpens = async (
  tx: TimedTx,
  before: SiteDocument,
  after: SiteDocument,
): Promise<void> => {
  const { tickets } = tx.tables;
  const left = new Set(categoriesOf(after).map(({ key }) => key));
  const gone = categoriesOf(before).flatMap(({ key, visibleTo }) =>
    visibleTo === undefined || left.has(key) ? [] : [key],
  );
  if (gone.length === 0) return;
  const [found] = await tx
    .select({ category: tickets.category })
    .from(tickets)
    .where(inArray(tickets.category, gone))
    .limit(1);
  if (found !== undefined)
    throw new AppError("conflict", SITE_VERSIONS.restrictedCategory(found.category));
};
