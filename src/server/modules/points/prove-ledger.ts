import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { asc, sql } from "drizzle-orm";
import type { Ctx } from "#server/context/context.ts";

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
