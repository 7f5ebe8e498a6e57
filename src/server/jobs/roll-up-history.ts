import type { SystemCtx } from "#server/context/context.ts";
import { rollUpHistory } from "#server/modules/servers/index.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import type { Job } from "./job.ts";

/** Keeps the history small. */
export const rollUpHistoryJob = (ctx: SystemCtx): Job => ({
  name: "roll-up-history",
  everyMs: 10 * MINUTE_MS,
  jitterMs: 60_000,
  leased: true,
  run: (signal) => rollUpHistory(ctx, signal),
});
