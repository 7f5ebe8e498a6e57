import type { Clock } from "#server/clock.ts";
import { forgetOldBuilds } from "#server/modules/builds/index.ts";
import type { Store } from "#server/store/store.ts";
import type { Job } from "./job.ts";

/** Removes what is left of builds that were replaced more than a week ago. */
export const forgetOldBuildsJob = (context: { store: Store; clock: Clock }): Job => ({
  name: "forget-old-builds",
  everyMs: 60 * 60_000,
  jitterMs: 5 * 60_000,
  leased: true,
  run: () => forgetOldBuilds(context),
});
