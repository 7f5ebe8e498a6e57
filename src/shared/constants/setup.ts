/** What an owner sets up, in this order. */
export const SETUP_STEPS = [
  "brand",
  "timezone",
  "server",
  "discord",
  "mail",
  "steam",
  "epic",
  "microsoft",
  "tebex",
] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** Those of which a provider is asked whether it takes the configured values. */
export const TRIED_PROVIDERS = [
  "discord",
  "steam",
  "epic",
  "microsoft",
  "tebex",
] as const satisfies readonly SetupStep[];
export type TriedProvider = (typeof TRIED_PROVIDERS)[number];

/**
 * Why a trial failed: what is configured was refused; nobody answered in time, or at all; the provider is
 * in trouble; or its answer is none that can be read.
 */
export const TRIAL_FAILURES = ["refused", "timeout", "unreachable", "status", "malformed"] as const;
export type TrialFailure = (typeof TRIAL_FAILURES)[number];

/** Where Tebex sends its events. */
export const TEBEX_WEBHOOK_PATH = "/api/tebex/webhook";
