import { inArray, lte } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";
import { KEPT_VOTE_MS } from "#shared/constants/points.ts";

/** Removes up to `max` kept votes whose player has not linked in time. @returns how many. */
export const forgetKeptVotes = async (tx: Tx, max: number): Promise<number> => {
  const { keptVotes: t } = tx.tables;
  const oldest = new Date(tx.clock.now().getTime() - KEPT_VOTE_MS);
  const over = tx
    .select({ reference: t.reference })
    .from(t)
    .where(lte(t.keptAt, oldest))
    .limit(max);
  const gone = await tx
    .delete(t)
    .where(inArray(t.reference, over))
    .returning({ reference: t.reference });
  return gone.length;
};
