import { NO_TIER } from "#shared/constants/shop.ts";
import type { CommunityTier } from "#shared/schemas/community/tiers.ts";

/** The tiers of the document, the lowest first. */
type Tiers = readonly CommunityTier[];

/** How a tier is shown: one that has been taken out of the document shows its key. */
type ShownTier = Pick<CommunityTier, "key" | "title" | "emblem"> & { name: string };

/** The tier of that key as it is shown; also where there is no such tier, or none at all. */
export const tierOf = (tiers: Tiers, key: string): ShownTier => {
  const { title, name, emblem } = tiers.find((tier) => tier.key === key) ?? {
    title: key,
    emblem: "plain",
  };
  return { key, title, name: name ?? title, emblem };
};

/** From 0; below that where there is no such tier. */
const rankOf = (tiers: Tiers, key: string) => tiers.findIndex((tier) => tier.key === key);

/**
 * For sorting by what tier something is of: the document's order, the lowest first. Those that are
 * gone from it are below all others.
 */
export const byTier =
  (tiers: Tiers) =>
  (a: { tier: string }, b: { tier: string }): number =>
    rankOf(tiers, a.tier) - rankOf(tiers, b.tier);

/**
 * The key of the tier that a membership's `sub` names, "key:2026-12-01": what stands before the colon,
 * Standard for none and for one that is not of the document [POINTS-06].
 */
export const tierIn = (tiers: Tiers, sub: string | null | undefined): string => {
  const [named] = (sub ?? "").split(":");
  return tiers.find(({ key }) => key === named)?.key ?? NO_TIER;
};
