import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { and, asc, desc, eq, gt, gte, lt, not, or, type SQL, sql } from "drizzle-orm";
import { assertConfirmed } from "#server/access/account-changes.ts";
import { noteRead } from "#server/access/audit-notes.ts";
import { may } from "#server/access/rights.ts";
import type { MemberCtx, Tx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { keyset } from "#server/store/cursor.ts";
import type { Reader } from "#server/store/store.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { POINTS } from "#shared/points-messages.ts";
import { BYTE_ORDER_MARK, csvLine } from "#shared/rules/lines.ts";
import { endOfDay, localTime, startOfDay } from "#shared/rules/local-time.ts";
import { rowsOf } from "#shared/rules/points.ts";
import type { Page, PageInput } from "#shared/schemas/lists.ts";
import type {
  NewestRow,
  PointEntry,
  StatementFilter,
  StatementInput,
} from "#shared/schemas/points.ts";
import { addEntry, readBalance } from "./ledger.ts";

export {
  addEntry,
  creditPoints,
  forgetEntries,
  type LedgerProof,
  openLedgers,
  proveLedger,
  readBalance,
  readBalances,
  sortNewBalances,
  spendPoints,
} from "./ledger.ts";

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
 * Whose statement is asked for: anybody's by who may see points, which is written down, one's own by everybody
 * else.
 * @throws {AppError} `not_found` for another member's, and for one that is not there.
 */
const ownerOf = async (
  ctx: MemberCtx,
  { userId = ctx.actor.userId }: StatementFilter,
  action: "statement.read" | "statement.exported",
): Promise<string> => {
  const { actor } = ctx;
  if (userId === actor.userId) return userId;
  const { users } = ctx.tables;
  const [found] = may(actor, "points")
    ? await ctx.read.select({ id: users.id }).from(users).where(eq(users.id, userId))
    : [];
  if (found === undefined) throw new AppError("not_found", POINTS.unknownMember);
  if (action === "statement.exported") await ctx.write(assertConfirmed);
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
          actorId: may(actor, "points") ? row.actorId : null,
          at: row.at.toISOString(),
        }),
      );
    if (last === undefined || rows.length < slice) return;
    cursor = list.cursorOf(last);
    await yieldToEventLoop();
  }
}

/** The newest lines of a member, as whoever asks may see them. */
export const newestEntries = async (
  ctx: MemberCtx,
  userId: string,
  limit: number,
): Promise<PointEntry[]> => (await readEntries(ctx, userId, { slice: limit }).next()).value ?? [];

/** The days of passive credits, where the community is, and what each came to. */
type PassiveDays = Map<string, { start: Date; end: Date; points: number }>;

/** What was credited for playing on some days, in one question. */
const sumPassive = async (
  { read, tables: { pointEntries: t } }: MemberCtx,
  userId: string,
  days: PassiveDays,
): Promise<void> => {
  const all = [...days.values()];
  if (all.length === 0) return;
  const isOn = all.map(({ start, end }) => and(gte(t.at, start), lt(t.at, end)));
  const sums = all.map((_, day) =>
    sql`coalesce(sum(case when ${isOn[day]} then ${t.delta} else 0 end), 0)`.mapWith(Number),
  );
  const [found] = await read
    .select(Object.fromEntries(sums.map((sum, day) => [`day${day}`, sum])))
    .from(t)
    .where(and(eq(t.userId, userId), eq(t.kind, "passive"), or(...isOn)));
  for (const [index, day] of all.entries()) day.points = found?.[`day${index}`] ?? 0;
};

/**
 * The newest rows of a member's own statement, in which passive credits of a day are one: however many
 * of them there are, no more than a few lines are read.
 */
export const newestRows = async (ctx: MemberCtx, limit: number): Promise<NewestRow[]> => {
  const { read, tables, config, actor } = ctx;
  const { pointEntries: t } = tables;
  const { timezone } = config.community;
  const days: PassiveDays = new Map();
  const rows: (NewestRow & { day: string | null })[] = [];
  let last: number | undefined;
  while (rows.length < limit) {
    const isKnown = Array.from(days.values(), ({ start, end }) =>
      and(eq(t.kind, "passive"), gte(t.at, start), lt(t.at, end)),
    );
    // oxlint-disable-next-line no-await-in-loop -- What is left out follows from what was found.
    const lines = await read
      .select({ id: t.id, kind: t.kind, delta: t.delta, reason: t.reason, at: t.at })
      .from(t)
      .where(
        and(
          eq(t.userId, actor.userId),
          last === undefined ? undefined : lt(t.id, last),
          ...isKnown.map((isOnDay) => isOnDay && not(isOnDay)),
        ),
      )
      .orderBy(desc(t.id))
      .limit(limit);
    for (const { at, ...line } of lines) {
      last = line.id;
      const day = line.kind === "passive" ? localTime(at, timezone).day : null;
      if (rows.length === limit || (day !== null && days.has(day))) continue;
      if (day !== null)
        days.set(day, {
          start: startOfDay(day, timezone),
          end: endOfDay(day, timezone),
          points: 0,
        });
      rows.push({ ...line, day, at: at.toISOString() });
    }
    if (lines.length < limit) break;
  }
  await sumPassive(ctx, actor.userId, days);
  return rows.map(({ day, ...row }) =>
    Object.assign(row, {
      delta: day === null ? row.delta : (days.get(day)?.points ?? row.delta),
    }),
  );
};

/** So many lines a page has at most where some count as one. */
const FOLDED_MAX = 500;

/** How many lines make so many rows; more than there are where they make fewer. */
const sizeOf = (entries: readonly PointEntry[], rows: number, timezone: string): number => {
  const after = rowsOf(entries, timezone)[rows];
  return after === undefined ? entries.length + 1 : entries.findIndex(({ id }) => id === after.id);
};

/**
 * A page of a member's statement, newest first: one's own, and to Admins anybody's.
 * @throws {AppError} `not_found` for another member's, `bad_request` for a cursor of another list.
 */
export const listEntries = async (
  ctx: MemberCtx,
  input: StatementInput,
): Promise<Page<PointEntry>> => {
  const { cursor, limit = PAGE_SIZE, from, to, kind, foldsPassive = false } = input;
  const userId = await ownerOf(ctx, input, "statement.read");
  const isWholeTime = from === undefined && to === undefined;
  const found: PointEntry[] = [];
  const slice = isWholeTime && !foldsPassive ? { slice: limit + 1 } : {};
  const { timezone } = ctx.config.community;
  /** How many of the lines found make a page. */
  let size = limit;
  for await (const entries of readEntries(ctx, userId, { from, to, kind, cursor, ...slice })) {
    found.push(...entries);
    if (foldsPassive) size = Math.min(sizeOf(found, limit, timezone), FOLDED_MAX);
    if (found.length > size) break;
  }
  const { shown: items, nextCursor } = entryList(ctx.read).page(found, size);
  return { items, nextCursor };
};

/**
 * A member's whole statement as CSV, newest first: one's own, and to Admins anybody's.
 * @throws {AppError} `not_found` for another member's, `step_up` for an Admin, `too_many_requests`.
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

/**
 * Moves the whole balance of one account to another, in the caller's transaction, as two lines: what
 * one loses the other gets. Debts move likewise. With a reference that was used before nothing happens.
 */
export const moveBalance = async (
  tx: Tx,
  { from, to, reference }: { from: string; to: string; reference: string },
): Promise<void> => {
  const points = await readBalance(tx, from);
  if (points === 0) return;
  const entry = { kind: "merge", actorId: to } as const;
  const taken = await addEntry(tx, {
    ...entry,
    userId: from,
    delta: -points,
    reason: POINTS.movedAway,
    reference: `${reference}:out`,
  });
  if (!taken.isNew) return;
  await addEntry(tx, {
    ...entry,
    userId: to,
    delta: points,
    reason: POINTS.movedHere,
    reference: `${reference}:in`,
  });
};
