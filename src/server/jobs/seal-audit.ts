import type { SystemCtx } from "#server/context/context.ts";
import { sealAudit } from "#server/modules/audit/index.ts";
import type { Job } from "./job.ts";

/** Gives new entries of the audit their places in its chain. One instance does, in one order. */
export const sealAuditJob = (ctx: SystemCtx): Job => ({
  name: "seal-audit",
  everyMs: 5000,
  leased: true,
  run: (signal) => sealAudit(ctx, signal),
});
