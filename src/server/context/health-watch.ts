import type { SiteHealth } from "#shared/schemas/health.ts";

/** What looks at the site that runs. */
export type HealthWatch = {
  /** Looks at everything, at most every few seconds, however many ask. Never throws. */
  read(): Promise<SiteHealth>;
};
