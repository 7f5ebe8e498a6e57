import type { Clock } from "#server/clock.ts";
import { rollUpHistory } from "#server/modules/servers/index.ts";
import type { Store } from "#server/store/store.ts";
import type { Job } from "./job.ts";

/** Keeps the history small. */
export const rollUpHistoryJob = (context: { store: Store; clock: Clock }): Job => ({
  name: "roll-up-history",
  everyMs: 10 * 60_000,
  jitterMs: 60_000,
  leased: true,
  run: (signal) => rollUpHistory(context, signal),
});
