import { and, eq, sql } from "drizzle-orm";
import { filtersOf, noteRead } from "#server/access/audit-notes.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { readSorted } from "#server/store/cursor.ts";
import { isWithin } from "#server/store/search-terms.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import type { EventState } from "#shared/constants/shop.ts";
import type { Page } from "#shared/schemas/lists.ts";
import type { InboxEvent, InboxInput } from "#shared/schemas/orders.ts";

/**
 * What Tebex has told us, newest first unless it is sorted.
 * @throws {AppError} `bad_request` for a cursor of another list or order.
 */
export const listEvents = async (
  ctx: MemberCtx,
  { state, orderId, from, until, sort, cursor, limit = PAGE_SIZE }: InboxInput,
): Promise<Page<InboxEvent>> => {
  const after = filtersOf({ state, orderId, from, until });
  await noteRead(ctx, { action: "shop_events.listed", subject: null, after });
  const { shopEvents: t } = ctx.tables;
  // Sorted by their orders each is asked: by the index of states SQLite would sort them all.
  const isIn = (asked: EventState) =>
    sort?.endsWith("order") === true ? sql`${t.state} || '' = ${asked}` : eq(t.state, asked);
  const isWanted = and(
    state === undefined ? undefined : isIn(state),
    orderId === undefined ? undefined : eq(t.orderId, orderId),
    await isWithin(ctx.read, { id: t.id, at: t.receivedAt }, { from, until }),
  );
  const { shown, nextCursor } = await readSorted(
    {
      columns: { id: t.id, state: t.state, orderId: t.orderId },
      own: ["id"],
      by: { received: ["id"], state: ["state", "id"], order: ["orderId", "id"] },
      sort,
    },
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
