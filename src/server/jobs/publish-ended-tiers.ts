import type { SystemCtx } from "#server/context/context.ts";
import { publishEndedTiers } from "#server/modules/members/index.ts";
import type { Job } from "./job.ts";

const EVERY_MS = 15_000;

/** Lets tiers end in open pages when they end by the clock. */
export const publishEndedTiersJob = (ctx: SystemCtx): Job => ({
  name: "tell-ended-tiers",
  everyMs: EVERY_MS,
  leased: true,
  // Further back than the last run: one may have been late, or another instance's.
  run: () => publishEndedTiers(ctx, 4 * EVERY_MS),
});
