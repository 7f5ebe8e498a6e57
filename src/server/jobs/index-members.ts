import type { SystemCtx } from "#server/context/context.ts";
import { indexMembers } from "#server/modules/members/index.ts";
import { HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";
import type { Job } from "./job.ts";

/** Lets the search find those who joined before there was one. */
export const indexMembersJob = (ctx: SystemCtx): Job => ({
  name: "index-members",
  everyMs: HOUR_MS,
  jitterMs: 5 * MINUTE_MS,
  leased: true,
  run: (signal) => indexMembers(ctx, signal),
});
