import type { SystemCtx } from "#server/context/context.ts";
import { forgetOldMail } from "#server/modules/mail/index.ts";
import { HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";
import type { Job } from "./job.ts";

/** Removes what was sent, or given up, more than a week ago. */
export const forgetOldMailJob = (ctx: SystemCtx): Job => ({
  name: "forget-old-mail",
  everyMs: HOUR_MS,
  jitterMs: 5 * MINUTE_MS,
  leased: true,
  run: (signal) => forgetOldMail(ctx, signal),
});
