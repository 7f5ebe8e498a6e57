import type { SystemCtx } from "#server/context/context.ts";
import { refreshCatalogue } from "#server/modules/catalogue/index.ts";
import type { Job } from "./job.ts";

/** Keeps what the shop shows up to date. It runs more often than it asks, to notice when Tebex answers again. */
export const refreshCatalogueJob = (ctx: SystemCtx): Job => ({
  name: "refresh-catalogue",
  everyMs: 20_000,
  jitterMs: 1000,
  leased: true,
  run: (signal) => refreshCatalogue(ctx, signal),
});
