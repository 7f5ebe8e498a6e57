import { eq } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";

/**
 * Removes, in the caller's transaction, when and where somebody has played, and what waits for them:
 * without their links no game server could hand it out.
 */
export const forgetPlayer = async (tx: Tx, userId: string): Promise<void> => {
  const { presence, deliveries } = tx.tables;
  await tx.delete(presence).where(eq(presence.userId, userId));
  await tx.delete(deliveries).where(eq(deliveries.userId, userId));
};
