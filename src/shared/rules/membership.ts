import { type Tier, TIERS } from "#shared/constants/tiers.ts";

/**
 * The tier that a membership's `sub` names, such as "Gold:2026-12-01": what stands before the colon,
 * Standard for none and for one that is not known [POINTS-06].
 */
export const tierOf = (sub: string | null | undefined): Tier => {
  const [named] = (sub ?? "").split(":");
  return TIERS.find((tier) => tier === named) ?? "Standard";
};
