import { and, eq } from "drizzle-orm";
import { filtersOf, noteRead } from "#server/access/note-read.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { keyset } from "#server/store/cursor.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import type { Page } from "#shared/schemas/lists.ts";
import type { InboxEvent, InboxInput } from "#shared/schemas/orders.ts";

/**
 * What Tebex has told us, newest first.
 * @throws {AppError} `bad_request` for a cursor of another list.
 */
export const listEvents = async (
  ctx: MemberCtx,
  { state, orderId, cursor, limit = PAGE_SIZE }: InboxInput,
): Promise<Page<InboxEvent>> => {
  const after = filtersOf({ state, orderId });
  await noteRead(ctx, { action: "shop_events.listed", subject: null, after });
  const { shopEvents: t } = ctx.tables;
  const list = keyset({ id: t.id });
  const rows = await ctx.read
    .select({
      id: t.id,
      eventId: t.eventId,
      type: t.type,
      state: t.state,
      receivedAt: t.receivedAt,
      at: t.at,
      doneAt: t.doneAt,
      attempts: t.attempts,
      error: t.error,
      transactionId: t.transactionId,
      orderId: t.orderId,
    })
    .from(t)
    .where(
      and(
        state === undefined ? undefined : eq(t.state, state),
        orderId === undefined ? undefined : eq(t.orderId, orderId),
        list.before(cursor),
      ),
    )
    .orderBy(...list.order)
    .limit(limit + 1);
  const { shown, nextCursor } = list.page(rows, limit);
  return {
    items: shown.map((row) =>
      Object.assign(row, {
        receivedAt: row.receivedAt.toISOString(),
        at: row.at.toISOString(),
        doneAt: row.doneAt?.toISOString() ?? null,
      }),
    ),
    nextCursor,
  };
};
