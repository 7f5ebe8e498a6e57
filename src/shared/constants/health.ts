/** What is looked at where somebody asks how the site is, in the order in which it is shown. */
export const HEALTH_CHECKS = [
  "configuration",
  "https",
  "store",
  "migrations",
  "jobs",
  "instances",
  "ledger",
  "audit chain",
  "passkeys",
  "team",
  "backups",
  "files",
  "site",
  "mail",
  "push",
  "store events",
  "providers",
  "game servers",
  "disk",
  "clock",
  "version",
] as const;
export type HealthCheckName = (typeof HEALTH_CHECKS)[number];

/** `fail`: the owner has to do something. `warn`: worth a look, and nothing is lost meanwhile. */
export const HEALTH_CHECK_STATES = ["ok", "warn", "fail"] as const;
export type HealthCheckState = (typeof HEALTH_CHECK_STATES)[number];
