import type { Store } from "#server/store/store.ts";
import { inBatches } from "./batches.ts";
import type { HistoryBucket } from "./history-rule.ts";

/** Brings in history from elsewhere, such as the sample data of the demo. What is there stays. */
export const importHistory = (
  { store }: { store: Store },
  buckets: readonly HistoryBucket[],
): Promise<void> =>
  store.write((tx) =>
    inBatches(buckets, (batch) =>
      tx.insert(store.tables.serverHistory).values(batch).onConflictDoNothing(),
    ),
  );
