import { desc, eq, inArray, sql } from "drizzle-orm";
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
