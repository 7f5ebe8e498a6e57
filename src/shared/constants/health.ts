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

/** Whom the site asks over the network, apart from game servers, for people and in jobs. */
export const PROVIDERS = ["discord", "steam", "epic", "microsoft", "tebex", "smtp"] as const;
export type Provider = (typeof PROVIDERS)[number];

/**
 * `closed`: it is asked. `open`: it has failed again and again, and is not asked for a while.
 * `half-open`: one question is under way, to see whether it is well again.
 */
export const BREAKER_STATES = ["closed", "open", "half-open"] as const;
export type BreakerState = (typeof BREAKER_STATES)[number];
