import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { and, asc, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { assertConfirmed } from "#server/access/account-changes.ts";
import { assertMay } from "#server/access/rights.ts";
import type { Ctx, MemberCtx, MemberTx, Tx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { once } from "#server/store/idempotency.ts";
import { one, type Reader } from "#server/store/store.ts";
import { type EntryKind, POINTS_MAX } from "#shared/constants/points.ts";
import { POINTS, POINTS_NOTICES } from "#shared/points-messages.ts";
import { isSeen } from "#shared/rules/lines.ts";
import type { PointsChange, PointsEdit } from "#shared/schemas/points.ts";

/** A member's points: what their newest entry says, 0 without one. */
export const readBalance = async (reader: Reader, userId: string): Promise<number> => {
  const { pointEntries } = reader.tables;
  const [newest] = await reader
    .select({ balance: pointEntries.balance })
    .from(pointEntries)
    .where(eq(pointEntries.userId, userId))
    .orderBy(desc(pointEntries.id))
    .limit(1);
  return newest?.balance ?? 0;
};

/** The points of some members, in one question: 0 without an entry. */
export const readBalances = async (
  reader: Reader,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const { users, pointEntries } = reader.tables;
  const newest = reader
    .select({ balance: pointEntries.balance })
    .from(pointEntries)
    .where(eq(pointEntries.userId, users.id))
    .orderBy(desc(pointEntries.id))
    .limit(1);
  const balance = sql<number | null>`(${newest})`.mapWith(pointEntries.balance);
  const rows = await reader
    .select({ id: users.id, balance })
    .from(users)
    .where(inArray(users.id, [...userIds]));
  return new Map(rows.map((row) => [row.id, row.balance ?? 0]));
};

/** Writes, in the caller's transaction, by what lists sort a member from now on. */
const sortByBalance = async (tx: Tx, userId: string, balance: number): Promise<void> => {
  const { pointBalances: t } = tx.tables;
  await tx
    .insert(t)
    .values({ userId, balance })
    .onConflictDoUpdate({ target: t.userId, set: { balance } });
};

/** The same for people of whom lists do not know it yet. */
export const sortNewBalances = async (tx: Tx, userIds: readonly string[]): Promise<void> => {
  const rows = [...(await readBalances(tx, userIds))];
  if (rows.length === 0) return;
  await tx
    .insert(tx.tables.pointBalances)
    .values(rows.map(([userId, balance]) => ({ userId, balance })))
    .onConflictDoNothing();
};

/** Few enough for no visitor to wait for them: a slice takes less than 5 ms. */
const SLICE = 100;
/** So many of those whose ledger is wrong are named. */
const NAMED_MAX = 20;

export type LedgerProof = {
  /** How many lines were looked at. */
  entries: number;
  /** How many of them do not follow from the one before. */
  broken: number;
  /** The first of those; null for none. */
  firstBrokenId: number | null;
  /** Whose they are; at most twenty. */
  userIds: readonly string[];
};

/**
 * Proves, line by line, that every balance is the one before it and what was added. Then the newest
 * balance of each member is the sum of their lines.
 * @param signal stops between two slices.
 * @returns null where it was stopped.
 */
export const proveLedger = async (
  { tables, read }: Pick<Ctx, "tables" | "read">,
  signal: AbortSignal,
): Promise<LedgerProof | null> => {
  const { pointEntries: t } = tables;
  const { id, userId, delta, balance } = t;
  const broken: { id: number; userId: string }[] = [];
  let entries = 0;
  let before = { id: 0, userId: "", balance: 0 };
  while (!signal.aborted) {
    const [afterUser, afterId] = [sql.param(before.userId, userId), sql.param(before.id, id)];
    const rows = await read
      .select({ id, userId, delta, balance })
      .from(t)
      .where(sql`(${userId}, ${id}) > (${afterUser}, ${afterId})`)
      .orderBy(asc(userId), asc(id))
      .limit(SLICE);
    for (const row of rows) {
      const start = row.userId === before.userId ? before.balance : 0;
      if (row.balance !== start + row.delta) broken.push({ id: row.id, userId: row.userId });
      before = row;
    }
    entries += rows.length;
    if (rows.length < SLICE) {
      const userIds = [...new Set(broken.map((row) => row.userId))].slice(0, NAMED_MAX);
      const firstBrokenId = broken.length === 0 ? null : Math.min(...broken.map((row) => row.id));
      return { entries, broken: broken.length, firstBrokenId, userIds };
    }
    await yieldToEventLoop();
  }
  return null;
};

export type NewEntry = {
  userId: string;
  kind: EntryKind;
  /** Whole points; below 0 they are taken. */
  delta: number;
  /** At most 200 characters. */
  reason: string;
  /** What it is for: of all entries with one reference, the first counts [POINTS-01]. */
  reference: string;
  /** A user's id; null for the site itself and for game servers. */
  actorId: string | null;
  /** The game in which it was earned or spent; none where it is left out. */
  game?: string | null;
};

/** `isNew`: false where the reference was used before, and nothing was written. */
export type AddedEntry = {
  id: number;
  userId: string;
  kind: EntryKind;
  delta: number;
  balance: number;
  reason: string;
  /** Null for none, and for what was written before games were. */
  game: string | null;
  isNew: boolean;
};

const findEntry = async (tx: Tx, reference: string) => {
  const { pointEntries: t } = tx.tables;
  const [found] = await tx
    .select({
      id: t.id,
      userId: t.userId,
      kind: t.kind,
      delta: t.delta,
      balance: t.balance,
      reason: t.reason,
      game: t.game,
    })
    .from(t)
    .where(eq(t.reference, reference));
  return found ?? null;
};

/**
 * Writes a line into the ledger, in the caller's transaction, and tells the member's feeds. Nothing
 * is ever changed there: with a reference that was used before nothing happens.
 * @throws {AppError} `not_found` for an unknown member, `bad_request` for part of a point.
 */
export const addEntry = async (tx: Tx, entry: NewEntry): Promise<AddedEntry> => {
  const { users, pointEntries } = tx.tables;
  const { userId, kind, delta, reason, reference, game = null } = entry;
  if (!Number.isSafeInteger(delta)) throw new AppError("bad_request", POINTS.wholeNumbers);
  const [member] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId));
  if (member === undefined) throw new AppError("not_found", POINTS.unknownMember);
  const present = await findEntry(tx, reference);
  if (present !== null) return { ...present, isNew: false };
  const balance = (await readBalance(tx, userId)) + delta;
  const written = one(
    await tx
      .insert(pointEntries)
      .values({ ...entry, balance, at: tx.clock.now() })
      .returning({ id: pointEntries.id }),
  );
  await sortByBalance(tx, userId, balance);
  tx.publish({ type: "points.changed", userId });
  tx.tally("points", [kind, delta < 0 ? "out" : "in"], Math.abs(delta));
  return { id: written.id, userId, kind, delta, balance, reason, game, isNew: true };
};

/**
 * Writes the first line of people who have none, in the caller's transaction. What lists sort them by is
 * written by `sortNewBalances`.
 * @param entries of references that were never used.
 */
export const openLedgers = async (tx: Tx, entries: readonly NewEntry[]): Promise<void> => {
  if (entries.length === 0) return;
  const at = tx.clock.now();
  await tx
    .insert(tx.tables.pointEntries)
    .values(entries.map((entry) => ({ ...entry, balance: entry.delta, at })));
};

/**
 * Writes a line into the ledger, and that it was written into the audit. With a reference that was
 * used before nothing happens.
 * @throws {AppError} `not_found` for an unknown member, `bad_request` for part of a point.
 */
export const creditPoints = async (ctx: Ctx, entry: NewEntry): Promise<void> => {
  await ctx.write(async (tx) => {
    const { isNew } = await addEntry(tx, entry);
    if (!isNew) return;
    const { actorId, userId, delta } = entry;
    await tx.audit({
      action: "points.credited",
      actorId,
      subject: userId,
      after: { points: delta },
    });
  });
};

/**
 * Takes points from a member, in the caller's transaction, if there are as many; those who owe some
 * cannot spend. With a reference that was used before nothing happens.
 * @param spent.points above 0.
 * @throws {AppError} `conflict` where the balance is too low, `not_found` for an unknown member.
 */
export const spendPoints = async (
  tx: Tx,
  { points, ...spent }: Omit<NewEntry, "kind" | "delta"> & { points: number },
): Promise<AddedEntry> => {
  const added = await addEntry(tx, { ...spent, kind: "spend", delta: -points });
  // The transaction ends here, and with it the line.
  if (added.isNew && added.balance < 0) throw new AppError("not_enough_points", POINTS.tooFew);
  return added;
};

/** Removes, in the caller's transaction, the ledger of an account that goes as if it never was. */
export const forgetEntries = async (tx: Tx, userId: string): Promise<void> => {
  const { pointEntries, pointBalances } = tx.tables;
  await tx.delete(pointEntries).where(eq(pointEntries.userId, userId));
  await tx.delete(pointBalances).where(eq(pointBalances.userId, userId));
};

/**
 * The balance that an Admin changes, in the caller's transaction.
 * @throws {AppError} `not_found` for an unknown member, and for one whose data is erased.
 */
const findBalance = async (tx: MemberTx, userId: string): Promise<number> => {
  const { users } = tx.tables;
  await assertMay(tx, "points");
  const [member] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.erasedAt)));
  if (member === undefined) throw new AppError("not_found", POINTS.unknownMember);
  return readBalance(tx, userId);
};

/** Many points at once, or little by little within an hour, are for whoever has confirmed who they are. */
const confirmIfMany = async (tx: MemberTx, amount: number): Promise<void> => {
  const name = "unconfirmedPointsByMember";
  const counted = { name, subject: tx.actor.userId, amount } as const;
  if (amount <= tx.config.community.limits[name].max && (await tx.tryCount(counted)).allowed)
    return;
  await assertConfirmed(tx);
};

type Change = { userId: string; balance: number; delta: number; reason: string };

/** A line of the ledger and one of the audit, which holds nothing that people write. */
const writeChange = async (
  tx: MemberTx,
  { userId, balance, delta, reason }: Change,
): Promise<void> => {
  await confirmIfMany(tx, Math.abs(delta));
  await addEntry(tx, {
    userId,
    kind: "admin",
    delta,
    reason: isSeen(reason) ? reason : POINTS.setByHand,
    reference: `edit:${crypto.randomUUID()}`,
    actorId: tx.actor.userId,
  });
  const change = { before: { points: balance }, after: { points: balance + delta } };
  await tx.audit({ action: "points.edited", subject: userId, ...change });
  await tx.notify({
    userIds: [userId],
    kind: "news",
    topic: "points",
    ...POINTS_NOTICES.changed(delta, balance + delta, tx.config.community.brand.currency),
    link: "/member/points",
  });
};

/**
 * Sets somebody's points, as a line of the ledger that makes up the difference. The reason stands in
 * that line alone.
 * @throws {AppError} `not_found` for an unknown member, `conflict` where the balance is no longer the
 *   one that the Admin has seen [POINTS-03], `step_up` for many points [STEP-05].
 */
export const editPoints = async (
  ctx: MemberCtx,
  { userProfileId: userId, oldPoints, points, reason }: PointsEdit,
): Promise<string> => {
  await ctx.write(async (tx) => {
    const balance = await findBalance(tx, userId);
    if (balance !== oldPoints) throw new AppError("changed_meanwhile", POINTS.changedMeanwhile);
    const delta = points - balance;
    if (delta !== 0) await writeChange(tx, { userId, balance, delta, reason });
  });
  return POINTS.updated;
};

/**
 * Adds points to somebody's balance, or takes them, whatever it is by then: what they earn meanwhile
 * stays. Done once under each key.
 * @throws {AppError} `not_found` for an unknown member, `bad_request` where the balance would leave
 *   0 to 1,000,000,000, what is added to a debt may leave one; `step_up` for many points [STEP-05].
 */
export const changePoints = async (ctx: MemberCtx, asked: PointsChange): Promise<string> => {
  const { userProfileId: userId, delta, reason, idempotencyKey: key } = asked;
  const request = {
    actor: ctx.actor.userId,
    key: key === undefined ? null : `points:${key}`,
    content: JSON.stringify([userId, delta, reason]),
  };
  await ctx.write((tx) =>
    once(tx, request, async () => {
      const balance = await findBalance(tx, userId);
      const after = balance + delta;
      if (after > POINTS_MAX || (delta < 0 && after < 0))
        throw new AppError("bad_request", POINTS.outOfRange);
      if (delta !== 0) await writeChange(tx, { userId, balance, delta, reason });
      return null;
    }),
  );
  return POINTS.updated;
};
