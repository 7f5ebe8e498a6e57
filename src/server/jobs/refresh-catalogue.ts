import { refreshCatalogue } from "#server/modules/shop/index.ts";
import type { Job } from "./job.ts";

/** Keeps what the shop shows up to date. It runs more often than it asks, to notice a store's return. */
export const refreshCatalogueJob = (deps: Parameters<typeof refreshCatalogue>[0]): Job => ({
  name: "refresh-catalogue",
  everyMs: 20_000,
  jitterMs: 1000,
  leased: true,
  run: (signal) => refreshCatalogue(deps, signal),
});
