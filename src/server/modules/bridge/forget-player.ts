import { eq } from "drizzle-orm";
import type { Store, Tx } from "#server/store/store.ts";

/** Removes, in the caller's transaction, when and where somebody has played. */
export const forgetPlayed = async ({ tables }: Store, tx: Tx, userId: string): Promise<void> => {
  await tx.delete(tables.presence).where(eq(tables.presence.userId, userId));
};

/** Removes, in the caller's transaction, what waits for an account that goes as if it never was. */
export const forgetDeliveries = async (
  { tables }: Store,
  tx: Tx,
  userId: string,
): Promise<void> => {
  await tx.delete(tables.deliveries).where(eq(tables.deliveries.userId, userId));
};
