/** What is looked at where somebody asks how the site is, in the order in which it is shown. */
export const HEALTH_CHECKS = [
  "configuration",
  "https",
  "store",
  "migrations",
  "ledger",
  "audit chain",
  "site",
  "mail",
  "providers",
  "game servers",
  "disk",
  "clock",
] as const;
export type HealthCheckName = (typeof HEALTH_CHECKS)[number];

/** `fail`: the owner has to do something. `warn`: worth a look, and nothing is lost meanwhile. */
export type HealthCheckState = "ok" | "warn" | "fail";
