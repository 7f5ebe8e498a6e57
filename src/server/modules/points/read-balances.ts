import { desc, eq, inArray, sql } from "drizzle-orm";
import type { Reader } from "#server/store/store.ts";

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
