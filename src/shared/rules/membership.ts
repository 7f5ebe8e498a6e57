import { type Tier, TIERS } from "#shared/constants/tiers.ts";

/**
 * The tier that a membership's `sub` names, such as "Gold:2026-12-01": what stands before the colon,
 * Standard for none and for one that is not known [POINTS-06].
 */
export const tierOf = (sub: string | null | undefined): Tier => {
  const [named] = (sub ?? "").split(":");
  return TIERS.find((tier) => tier === named) ?? "Standard";
};

/**
 * Points with the thousands separators of a locale, the reader's own unless one is given; what is no
 * number shows as 0 [POINTS-11].
 */
export const pointsText = (points: unknown, locale?: string): string =>
  (typeof points === "number" && Number.isFinite(points) ? points : 0).toLocaleString(locale);
