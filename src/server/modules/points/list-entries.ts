import type { MemberCtx } from "#server/context/context.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import type { PointEntry, StatementInput } from "#shared/schemas/points.ts";
import { entryList, ownerOf, readEntries } from "./entries.ts";

/**
 * A page of a member's statement, newest first: one's own, and to Admins anybody's.
 * @throws {AppError} `not_found` for another member's, `bad_request` for a cursor of another list.
 */
export const listEntries = async (
  ctx: MemberCtx,
  input: StatementInput,
): Promise<{ items: PointEntry[]; nextCursor: string | null }> => {
  const { cursor, limit = PAGE_SIZE, from, to, kind } = input;
  const userId = await ownerOf(ctx, input, "statement.read");
  const isWholeTime = from === undefined && to === undefined;
  const found: PointEntry[] = [];
  const slice = isWholeTime ? { slice: limit + 1 } : {};
  for await (const entries of readEntries(ctx, userId, { from, to, kind, cursor, ...slice })) {
    found.push(...entries);
    if (found.length > limit) break;
  }
  const { shown: items, nextCursor } = entryList(ctx.read).page(found, limit);
  return { items, nextCursor };
};
