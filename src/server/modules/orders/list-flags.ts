import { and, eq } from "drizzle-orm";
import { noteRead } from "#server/auth/note-read.ts";
import type { MemberCtx } from "#server/context.ts";
import { keyset } from "#server/store/cursor.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import type { Flag, FlagInput } from "#shared/schemas/orders.ts";
import { toFlag } from "./flag-shape.ts";

/**
 * What an Admin should look at, or has looked at, newest first.
 * @throws {AppError} `bad_request` for a cursor of another list.
 */
export const listFlags = async (
  ctx: MemberCtx,
  { isResolved, cursor, limit = PAGE_SIZE }: FlagInput,
): Promise<{ items: Flag[]; nextCursor: string | null }> => {
  await noteRead(ctx, { action: "shop_flags.listed", subject: null });
  const { shopFlags: t } = ctx.tables;
  const list = keyset({ id: t.id });
  const rows = await ctx.read
    .select()
    .from(t)
    .where(and(eq(t.isResolved, isResolved), list.before(cursor)))
    .orderBy(...list.order)
    .limit(limit + 1);
  const { shown, nextCursor } = list.page(rows, limit);
  return {
    items: shown.map(toFlag),
    nextCursor,
  };
};
