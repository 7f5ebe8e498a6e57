import type { MemberCtx } from "#server/context/context.ts";
import { BYTE_ORDER_MARK, csvLine } from "#shared/rules/csv.ts";
import type { StatementFilter } from "#shared/schemas/points.ts";
import { ownerOf, readEntries } from "./entries.ts";

/**
 * A member's whole statement as CSV, newest first: one's own, and to Admins anybody's.
 * @throws {AppError} `not_found` for another member's, `too_many_requests`.
 */
export const exportEntries = async (ctx: MemberCtx, filter: StatementFilter): Promise<string> => {
  const { actor } = ctx;
  const userId = await ownerOf(ctx, filter, "statement.exported");
  await ctx.write((tx) => tx.count("exportsByMember", actor.userId));
  const parts = [BYTE_ORDER_MARK, csvLine(["Time (UTC)", "Kind", "Points", "Balance", "Reason"])];
  for await (const entries of readEntries(ctx, userId, filter))
    for (const { at, kind, delta, balance, reason } of entries)
      parts.push(csvLine([at, kind, delta, balance, reason]));
  return parts.join("");
};
