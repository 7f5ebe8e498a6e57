import { desc, eq, inArray, sql } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";
import type { Reader } from "#server/store/store.ts";

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
export const sortByBalance = async (tx: Tx, userId: string, balance: number): Promise<void> => {
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
