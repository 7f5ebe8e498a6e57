import { and, eq } from "drizzle-orm";
import { filtersOf, noteRead } from "#server/access/note-read.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { readSorted } from "#server/store/cursor.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import type { Page } from "#shared/schemas/lists.ts";
import type { InboxEvent, InboxInput } from "#shared/schemas/orders.ts";

/**
 * What Tebex has told us, newest first unless it is sorted.
 * @throws {AppError} `bad_request` for a cursor of another list or order.
 */
export const listEvents = async (
  ctx: MemberCtx,
  { state, orderId, sort, cursor, limit = PAGE_SIZE }: InboxInput,
): Promise<Page<InboxEvent>> => {
  const after = filtersOf({ state, orderId });
  await noteRead(ctx, { action: "shop_events.listed", subject: null, after });
  const { shopEvents: t } = ctx.tables;
  const isWanted = and(
    state === undefined ? undefined : eq(t.state, state),
    orderId === undefined ? undefined : eq(t.orderId, orderId),
  );
  const { shown, nextCursor } = await readSorted(
    { columns: { id: t.id }, own: ["id"], by: { received: ["id"] }, sort },
    { cursor, limit },
    (isAfter, order, rows) =>
      ctx.read
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
        .where(and(isWanted, isAfter))
        .orderBy(...order)
        .limit(rows),
  );
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
