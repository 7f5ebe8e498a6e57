import { desc, eq } from "drizzle-orm";
import type { Reader, Store } from "#server/store/store.ts";

/** A member's points: what their newest entry says, 0 without one. */
export const readBalance = async (
  { tables: { pointEntries } }: Store,
  reader: Reader,
  userId: string,
): Promise<number> => {
  const [newest] = await reader
    .select({ balance: pointEntries.balance })
    .from(pointEntries)
    .where(eq(pointEntries.userId, userId))
    .orderBy(desc(pointEntries.id))
    .limit(1);
  return newest?.balance ?? 0;
};
