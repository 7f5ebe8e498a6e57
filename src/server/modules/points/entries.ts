import { and, eq } from "drizzle-orm";
import { setImmediate as others } from "node:timers/promises";
import { POINTS } from "#shared/messages.ts";
import type { PointEntry, StatementFilter } from "#shared/schemas/points.ts";
import type { MemberContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { keyset } from "#server/store/cursor.ts";
import type { Store } from "#server/store/store.ts";
import { endOfDay, startOfDay } from "./days.ts";

/** Few enough for no visitor to wait for them. */
const SLICE = 200;
/** A clock that was set back puts a line of an earlier time behind those of a later one. */
const OUT_OF_ORDER_MS = 24 * 60 * 60_000;

const columnsOf = ({ tables: { pointEntries: t } }: Store) => ({
  id: t.id,
  kind: t.kind,
  delta: t.delta,
  balance: t.balance,
  reason: t.reason,
  actorId: t.actorId,
  at: t.at,
});

/**
 * Whose statement is asked for: anybody's by an Admin, one's own by everybody else.
 * @throws {AppError} `not_found` for another member's, and for one that is not there.
 */
export const ownerOf = async (
  { store, actor }: MemberContext,
  { userId = actor.userId }: StatementFilter,
): Promise<string> => {
  if (userId === actor.userId) return userId;
  const { users } = store.tables;
  const [found] =
    actor.role === "Admin"
      ? await store.read.select({ id: users.id }).from(users).where(eq(users.id, userId))
      : [];
  if (found === undefined) throw new AppError("not_found", POINTS.unknownMember);
  return found.id;
};

/** The cursor that goes on after a line. */
export const cursorAfter = ({ tables }: Store, { id }: { id: number }): string =>
  keyset({ id: tables.pointEntries.id }).cursorOf({ id });

/**
 * A member's lines, newest first, in slices between which others have their turn; a slice may be
 * empty where the period has none of its lines. No index knows a member's lines by time: those of
 * other days are passed over.
 * @param given.slice how many are read at once.
 * @throws {AppError} `bad_request` for a cursor of another list.
 */
export async function* readEntries(
  { store, actor, config }: MemberContext,
  userId: string,
  given: StatementFilter & { cursor?: string | null | undefined; slice?: number },
): AsyncGenerator<PointEntry[], void, void> {
  const { pointEntries: t } = store.tables;
  const { timezone } = config.community;
  const { kind, from, to, slice = SLICE } = given;
  const fromMs = from === undefined ? 0 : startOfDay(from, timezone).getTime();
  const toMs = to === undefined ? Number.POSITIVE_INFINITY : endOfDay(to, timezone).getTime();
  const list = keyset({ id: t.id });
  let cursor = given.cursor;
  for (;;) {
    const rows = await store.read
      .select(columnsOf(store))
      .from(t)
      .where(
        and(
          eq(t.userId, userId),
          kind === undefined ? undefined : eq(t.kind, kind),
          list.before(cursor),
        ),
      )
      .orderBy(...list.order)
      .limit(slice);
    const last = rows.at(-1);
    const lastMs = last?.at.getTime() ?? 0;
    yield rows
      .filter(({ at }) => at.getTime() >= fromMs && at.getTime() < toMs)
      .map((row) =>
        Object.assign(row, {
          actorId: actor.role === "Admin" ? row.actorId : null,
          at: row.at.toISOString(),
        }),
      );
    if (last === undefined || rows.length < slice) return;
    if (lastMs < fromMs - OUT_OF_ORDER_MS) return;
    cursor = cursorAfter(store, last);
    await others();
  }
}
