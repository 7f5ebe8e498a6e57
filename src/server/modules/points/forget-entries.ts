import { eq } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";

/** Removes, in the caller's transaction, the ledger of an account that goes as if it never was. */
export const forgetEntries = async (tx: Tx, userId: string): Promise<void> => {
  const { pointEntries } = tx.tables;
  await tx.delete(pointEntries).where(eq(pointEntries.userId, userId));
};
