import type { SystemCtx } from "#server/context/context.ts";
import { processInbox } from "#server/modules/orders/index.ts";
import type { Job } from "./job.ts";

/** Works on what Tebex told us and could not be worked on at once. */
export const processInboxJob = (ctx: SystemCtx): Job => ({
  name: "work-inbox",
  everyMs: 5_000,
  jitterMs: 1000,
  leased: true,
  run: (signal) => processInbox(ctx, signal),
});
