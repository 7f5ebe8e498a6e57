import { and, eq, or } from "drizzle-orm";
import type { MemberCtx } from "#server/context/context.ts";
import { keyset, readSorted } from "#server/store/cursor.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import type { Page, PageInput } from "#shared/schemas/lists.ts";
import type { OwnStrike, Strike, StrikeListInput } from "#shared/schemas/strikes.ts";
import { isInState } from "./state.ts";
import { toOwnStrikes, toStrikes } from "./to-wire.ts";

/**
 * Strikes for the team, the newest first unless they are sorted.
 * @throws {AppError} `bad_request` for a cursor of another list or order.
 */
export const listStrikes = async (
  { read, tables, clock }: MemberCtx,
  { cursor, limit = PAGE_SIZE, sort, state, userId, issuerId, ruleId, ticketId }: StrikeListInput,
): Promise<Page<Strike>> => {
  const { strikes: t } = tables;
  const isNarrowed = and(
    state === undefined ? undefined : isInState(tables, state, clock.now()),
    userId === undefined ? undefined : eq(t.userId, userId),
    issuerId === undefined ? undefined : eq(t.issuedBy, issuerId),
    ruleId === undefined ? undefined : eq(t.ruleId, ruleId),
    ticketId === undefined
      ? undefined
      : or(eq(t.ticketId, ticketId), eq(t.appealTicketId, ticketId)),
  );
  const { id, endsAt } = t;
  const { shown, nextCursor } = await readSorted(
    { columns: { id, endsAt }, own: ["id"], by: { issued: ["id"], ends: ["endsAt", "id"] }, sort },
    { cursor, limit },
    (isAfter, order, rows) =>
      read
        .select()
        .from(t)
        .where(and(isNarrowed, isAfter))
        .orderBy(...order)
        .limit(rows),
  );
  return { items: await toStrikes(read, shown), nextCursor };
};

/** One's own strikes, the newest first. */
export const listOwnStrikes = async (
  { read, tables, actor }: MemberCtx,
  { cursor, limit = PAGE_SIZE }: PageInput,
): Promise<Page<OwnStrike>> => {
  const { strikes: t } = tables;
  const list = keyset({ id: t.id });
  const rows = await read
    .select()
    .from(t)
    .where(and(eq(t.userId, actor.userId), list.before(cursor)))
    .orderBy(...list.order)
    .limit(limit + 1);
  const { shown, nextCursor } = list.page(rows, limit);
  return { items: await toOwnStrikes(read, shown), nextCursor };
};
