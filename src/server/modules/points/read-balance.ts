import { desc, eq } from "drizzle-orm";
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
