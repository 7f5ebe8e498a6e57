import { PASSIVE_QUARTER_MS } from "#shared/constants/points.ts";

/** Start of the quarter of an hour, UTC, in which a moment lies. */
export const quarterOf = (at: Date): Date =>
  new Date(Math.floor(at.getTime() / PASSIVE_QUARTER_MS) * PASSIVE_QUARTER_MS);

/** Names a quarter in the ledger. */
export const quarterKey = (quarter: Date): string => `passive:${quarter.toISOString()}`;
