import type { SystemCtx } from "#server/context/context.ts";
import { forgetUnverified } from "#server/modules/accounts/index.ts";
import { HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";
import type { Job } from "./job.ts";

/** Removes registrations that nobody has completed. */
export const forgetUnverifiedJob = (ctx: SystemCtx): Job => ({
  name: "forget-unverified",
  everyMs: HOUR_MS,
  jitterMs: 5 * MINUTE_MS,
  leased: true,
  run: (signal) => forgetUnverified(ctx, signal),
});
