import { eq } from "drizzle-orm";
import type { Store, Tx } from "#server/store/store.ts";

/** Removes, in the caller's transaction, the ledger of an account that goes as if it never was. */
export const forgetEntries = async (store: Store, tx: Tx, userId: string): Promise<void> => {
  const { pointEntries } = store.tables;
  await tx.delete(pointEntries).where(eq(pointEntries.userId, userId));
};
