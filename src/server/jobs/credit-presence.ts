import type { SystemCtx } from "#server/context/context.ts";
import { creditPresence } from "#server/modules/bridge/index.ts";
import type { Job } from "./job.ts";

/** Credits passive points soon after a report, so that whoever looks sees them arrive. */
export const creditPresenceJob = (ctx: SystemCtx): Job => ({
  name: "credit-presence",
  everyMs: 10_000,
  jitterMs: 1000,
  leased: true,
  run: (signal) => creditPresence(ctx, signal),
});
