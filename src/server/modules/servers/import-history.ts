import type { Ctx } from "#server/context/context.ts";
import { inBatches } from "./batches.ts";
import type { HistoryBucket } from "./history-rule.ts";

/** Brings in history from elsewhere, such as the sample data of the demo. What is there stays. */
export const importHistory = (
  { write, tables }: Ctx,
  buckets: readonly HistoryBucket[],
): Promise<void> =>
  write((tx) =>
    inBatches(buckets, (batch) =>
      tx.insert(tables.serverHistory).values(batch).onConflictDoNothing(),
    ),
  );
