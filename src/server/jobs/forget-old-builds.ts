import type { SystemCtx } from "#server/context/context.ts";
import { forgetOldBuilds } from "#server/modules/builds/index.ts";
import { HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";
import type { Job } from "./job.ts";

/** Removes what is left of builds that were replaced more than a week ago. */
export const forgetOldBuildsJob = (ctx: SystemCtx): Job => ({
  name: "forget-old-builds",
  everyMs: HOUR_MS,
  jitterMs: 5 * MINUTE_MS,
  leased: true,
  run: () => forgetOldBuilds(ctx),
});
