import type { SystemCtx } from "#server/context/context.ts";
import { type BackUp, backUpWhenDue } from "#server/modules/backups/index.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import type { Job } from "./job-lease.ts";

/** A start has enough to do, and one that ends soon needs none. */
const REST_AFTER_START_MS = 2 * MINUTE_MS;

/** Looks every minute whether a backup is due, and makes it. */
export const makeBackupJob = (ctx: SystemCtx, backUp: BackUp): Job => {
  const startedAtMs = ctx.clock.now().getTime();
  return {
    name: "make-backup",
    everyMs: MINUTE_MS,
    leased: true,
    run: async (signal) => {
      if (ctx.clock.now().getTime() - startedAtMs < REST_AFTER_START_MS) return;
      await backUpWhenDue(ctx, backUp, signal);
    },
  };
};
