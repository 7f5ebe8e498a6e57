import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { and, asc, desc, eq, gt, gte, lt, type SQL } from "drizzle-orm";
import { noteRead } from "#server/access/note-read.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { keyset } from "#server/store/cursor.ts";
import type { Reader } from "#server/store/store.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { POINTS } from "#shared/points-messages.ts";
import { localTime } from "#shared/rules/local-time.ts";
import type { PageInput, Page } from "#shared/schemas/lists.ts";
import type { PointEntry, StatementFilter, StatementInput } from "#shared/schemas/points.ts";

/** Few enough for no visitor to wait for them. */
const SLICE = 200;
/** A clock that was set back puts a line of an earlier time behind those of a later one. */
const OUT_OF_ORDER_MS = DAY_MS;

const columnsOf = ({ tables: { pointEntries: t } }: Reader) => ({
  id: t.id,
  kind: t.kind,
  delta: t.delta,
  balance: t.balance,
  reason: t.reason,
  actorId: t.actorId,
  at: t.at,
});

/**
 * Whose statement is asked for: anybody's by an Admin, which is written down, one's own by everybody
 * else.
 * @throws {AppError} `not_found` for another member's, and for one that is not there.
 */
export const ownerOf = async (
  ctx: MemberCtx,
  { userId = ctx.actor.userId }: StatementFilter,
  action: "statement.read" | "statement.exported",
): Promise<string> => {
  const { actor } = ctx;
  if (userId === actor.userId) return userId;
  const { users } = ctx.tables;
  const [found] =
    actor.role === "Admin"
      ? await ctx.read.select({ id: users.id }).from(users).where(eq(users.id, userId))
      : [];
  if (found === undefined) throw new AppError("not_found", POINTS.unknownMember);
  await noteRead(ctx, { action, subject: userId });
  return found.id;
};

/** The lines of the ledger as a list. */
const entryList = ({ tables }: Reader) => keyset({ id: tables.pointEntries.id });

type Period = { fromMs: number; toMs: number };

const periodOf = ({ config }: MemberCtx, { from, to }: StatementFilter): Period => {
  const { timezone } = config.community;
  return {
    fromMs: from === undefined ? Number.NEGATIVE_INFINITY : startOfDay(from, timezone).getTime(),
    toMs: to === undefined ? Number.POSITIVE_INFINITY : endOfDay(to, timezone).getTime(),
  };
};

/**
 * The lines among which those of a period are: the ids of its neighbours are looked up, so that
 * neither what is newer nor what is older is walked.
 */
const isNear = async ({ tables, read }: MemberCtx, userId: string, { fromMs, toMs }: Period) => {
  const { pointEntries: t } = tables;
  const neighbour = async (isBeyond: SQL, order: readonly SQL[]) => {
    const [found] = await read
      .select({ id: t.id })
      .from(t)
      .where(and(eq(t.userId, userId), isBeyond))
      .orderBy(...order)
      .limit(1);
    return found?.id;
  };
  const newer = Number.isFinite(toMs)
    ? await neighbour(gte(t.at, new Date(toMs + OUT_OF_ORDER_MS)), [asc(t.at), asc(t.id)])
    : undefined;
  const older = Number.isFinite(fromMs)
    ? await neighbour(lt(t.at, new Date(fromMs - OUT_OF_ORDER_MS)), [desc(t.at), desc(t.id)])
    : undefined;
  return and(
    newer === undefined ? undefined : lt(t.id, newer),
    older === undefined ? undefined : gt(t.id, older),
  );
};

/**
 * A member's lines, newest first, in slices between which others have their turn; a slice may be
 * empty, since lines stand in the order in which they were written.
 * @param given.slice how many are read at once.
 * @throws {AppError} `bad_request` for a cursor of another list.
 */
export async function* readEntries(
  ctx: MemberCtx,
  userId: string,
  given: StatementFilter & Partial<Pick<PageInput, "cursor">> & { slice?: number },
): AsyncGenerator<PointEntry[], void, void> {
  const { actor } = ctx;
  const { pointEntries: t } = ctx.tables;
  const { kind, slice = SLICE } = given;
  const period = periodOf(ctx, given);
  const list = entryList(ctx.read);
  const isAsked = and(
    eq(t.userId, userId),
    kind === undefined ? undefined : eq(t.kind, kind),
    await isNear(ctx, userId, period),
  );
  let cursor = given.cursor;
  for (;;) {
    const rows = await ctx.read
      .select(columnsOf(ctx.read))
      .from(t)
      .where(and(isAsked, list.before(cursor)))
      .orderBy(...list.order)
      .limit(slice);
    const last = rows.at(-1);
    yield rows
      .filter(({ at }) => at.getTime() >= period.fromMs && at.getTime() < period.toMs)
      .map((row) =>
        Object.assign(row, {
          actorId: actor.role === "Admin" ? row.actorId : null,
          at: row.at.toISOString(),
        }),
      );
    if (last === undefined || rows.length < slice) return;
    cursor = list.cursorOf(last);
    await yieldToEventLoop();
  }
}

/**
 * A page of a member's statement, newest first: one's own, and to Admins anybody's.
 * @throws {AppError} `not_found` for another member's, `bad_request` for a cursor of another list.
 */
export const listEntries = async (
  ctx: MemberCtx,
  input: StatementInput,
): Promise<Page<PointEntry>> => {
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

/** How far the clocks of a time zone are ahead of UTC at a moment, in milliseconds. */
const aheadAt = (at: number, timeZone: string): number => {
  const { day, time } = localTime(at, timeZone);
  return Date.parse(`${day}T${time}Z`) - Math.floor(at / 1000) * 1000;
};

/** Far from everything that a ledger tells of, and from the years that dates cannot be written in. */
const [FIRST_DAY, LAST_DAY] = ["1970-01-02", "9000-01-01"];

const midnightOf = (day: string): number =>
  Date.parse(`${day < FIRST_DAY ? FIRST_DAY : day > LAST_DAY ? LAST_DAY : day}T00:00:00Z`);

/** When a day begins where the community is. @param day "2026-12-01". */
const startOfDay = (day: string, timeZone: string): Date => {
  const midnight = midnightOf(day);
  const near = midnight - aheadAt(midnight, timeZone);
  // Once more: between the two the clocks may have been changed.
  return new Date(midnight - aheadAt(near, timeZone));
};

/** When a day is over where the community is. */
const endOfDay = (day: string, timeZone: string): Date =>
  startOfDay(new Date(midnightOf(day) + DAY_MS).toISOString().slice(0, 10), timeZone);
