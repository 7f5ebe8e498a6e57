import { eq } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";
import { publishChanged } from "./notify.ts";

/** Moves what one account was told to another, in the caller's transaction; what both were told stays as it is. */
export const moveReads = async (
  tx: Tx,
  { from, to }: { from: string; to: string },
): Promise<void> => {
  const { notificationReads: t } = tx.tables;
  const moved = await tx.delete(t).where(eq(t.userId, from)).returning();
  for (const row of moved)
    await tx
      .insert(t)
      .values({ ...row, userId: to })
      .onConflictDoNothing();
  publishChanged(tx, [to]);
};
