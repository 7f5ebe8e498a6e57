import { and, eq } from "drizzle-orm";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import type { Flag, FlagInput } from "#shared/schemas/orders.ts";
import { noteRead } from "#server/auth/note-read.ts";
import type { MemberContext } from "#server/context.ts";
import { keyset } from "#server/store/cursor.ts";
import { toFlag } from "./flag-shape.ts";

/**
 * What an Admin should look at, or has looked at, newest first.
 * @throws {AppError} `bad_request` for a cursor of another list.
 */
export const listFlags = async (
  ctx: MemberContext,
  { isResolved, cursor, limit = PAGE_SIZE }: FlagInput,
): Promise<{ items: Flag[]; nextCursor: string | null }> => {
  const { store } = ctx;
  await noteRead(ctx, { action: "shop_flags.listed", subject: null });
  const { shopFlags: t } = store.tables;
  const list = keyset({ id: t.id });
  const rows = await store.read
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
