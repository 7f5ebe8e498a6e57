import { and, eq, gte, lt } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";
import type { Reader, Tables } from "#server/store/store.ts";
import type { HistoryGrain } from "#shared/constants/games.ts";
import { inBatches } from "./batches.ts";
import { excluded } from "./excluded.ts";
import type { HistoryBucket } from "./history-rule.ts";

/** All buckets of one grain that begin in `[from, to)`. */
export const readBuckets = async (
  { tables: { serverHistory: t }, read }: { tables: Tables; read: Reader },
  grain: HistoryGrain,
  { from, to }: { from: Date; to: Date },
): Promise<HistoryBucket[]> =>
  read
    .select()
    .from(t)
    .where(and(eq(t.grain, grain), gte(t.at, from), lt(t.at, to)));

/** Puts these buckets in the place of those of the same server, grain and start. */
export const writeBuckets = async (tx: Tx, buckets: readonly HistoryBucket[]): Promise<void> => {
  const { serverHistory: t } = tx.tables;
  const { playersMin, playersMax, playersSum, answered, probes } = t;
  await inBatches(buckets, (batch) =>
    tx
      .insert(t)
      .values(batch)
      .onConflictDoUpdate({
        target: [t.serverKey, t.grain, t.at],
        set: excluded({ playersMin, playersMax, playersSum, answered, probes }),
      }),
  );
};
