import { inArray, lte } from "drizzle-orm";
import { KEPT_VOTE_MS } from "#shared/constants/points.ts";
import type { Clock } from "#server/clock.ts";
import type { Store, Tx } from "#server/store/store.ts";

/** Removes up to `max` kept votes whose player has not linked in time. @returns how many. */
export const forgetKeptVotes = async (
  store: Store,
  tx: Tx,
  clock: Clock,
  max: number,
): Promise<number> => {
  const { keptVotes: t } = store.tables;
  const oldest = new Date(clock.now().getTime() - KEPT_VOTE_MS);
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
