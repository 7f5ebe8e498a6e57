import type { SystemCtx } from "#server/context/context.ts";
import { eraseClosed } from "#server/modules/accounts/index.ts";
import { HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";
import type { Job } from "./job.ts";

/** Erases the personal data of accounts that were closed for good. */
export const eraseClosedJob = (ctx: SystemCtx): Job => ({
  name: "erase-closed",
  everyMs: HOUR_MS,
  jitterMs: 5 * MINUTE_MS,
  leased: true,
  run: (signal) => eraseClosed(ctx, signal),
});
