/** Whom the site asks over the network, apart from game servers, for people and in jobs. */
export const PROVIDERS = ["discord", "steam", "epic", "microsoft", "tebex", "smtp"] as const;
export type Provider = (typeof PROVIDERS)[number];

/**
 * `closed`: it is asked. `open`: it has failed again and again, and is not asked for a while.
 * `half-open`: one question is under way, to see whether it is well again.
 */
export const BREAKER_STATES = ["closed", "open", "half-open"] as const;
export type BreakerState = (typeof BREAKER_STATES)[number];
