import type { SystemCtx } from "#server/context/context.ts";
import { watchKeys } from "#server/modules/bridge/index.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import type { Job } from "./job.ts";

/** Looks after the ends of bridge keys. */
export const watchKeysJob = (ctx: SystemCtx): Job => ({
  name: "watch-keys",
  everyMs: 10 * MINUTE_MS,
  jitterMs: 60_000,
  leased: true,
  run: () => watchKeys(ctx),
});
