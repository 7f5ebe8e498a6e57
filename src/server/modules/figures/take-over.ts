import { eq } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";

/** Makes what weeks came to by one helper that of another account, in the caller's transaction. */
export const moveFigures = async (
  tx: Tx,
  { from, to }: { from: string; to: string },
): Promise<void> => {
  const { ticketFigures: t } = tx.tables;
  await tx.update(t).set({ helperId: to }).where(eq(t.helperId, from));
};
