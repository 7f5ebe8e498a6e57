import { PROMO_COOLDOWN_DAYS } from "#shared/constants/shop.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import type { CommunityTier } from "#shared/schemas/community/tiers.ts";
import type { ShopPackage } from "#shared/schemas/shop.ts";

export type Subscription = { tier: string; pkg: ShopPackage };

/** The parts of the shop, from top to bottom. */
export type Shelves = {
  /** The cards of the tiers, in the order of the document. */
  subscriptions: Subscription[];
  promo: ShopPackage | null;
  /** Single packages in Tebex's order, those that are sold out at the end. */
  singles: ShopPackage[];
  /** The one with the most points for its money; null where there is nothing to compare. */
  bestId: number | null;
};

const bestOf = (singles: readonly ShopPackage[]): number | null => {
  const rated = singles.flatMap(({ id, points, total_price, isSoldOut }) =>
    points === null || total_price === 0 || isSoldOut ? [] : [{ id, worth: points / total_price }],
  );
  const best = rated.toSorted((a, b) => b.worth - a.worth);
  const [first, second] = best;
  return first === undefined || second === undefined || first.worth === second.worth
    ? null
    : first.id;
};

/**
 * Sorts what Tebex sells into the parts of the shop. A tier is the package whose id it names
 * [SHOP-03].
 */
export const shelvesOf = (
  packages: readonly ShopPackage[],
  tiers: readonly CommunityTier[],
): Shelves => {
  const subscriptions = tiers.flatMap(({ key, package: id }) => {
    const pkg = packages.find((one) => one.type === "subscription" && one.id === id);
    return pkg === undefined ? [] : [{ tier: key, pkg }];
  });
  const singles = packages.filter(({ type, isPromo }) => type === "single" && !isPromo);
  return {
    subscriptions,
    promo: packages.find(({ isPromo }) => isPromo) ?? null,
    singles: singles.toSorted((a, b) => Number(a.isSoldOut) - Number(b.isSoldOut)),
    bestId: bestOf(singles),
  };
};

/**
 * When the promo can be redeemed again [SHOP-08]; null where it can be now.
 * @param receivedAt when it was received last, ISO; null for never.
 */
export const nextPromo = (receivedAt: string | null, nowMs: number): Date | null => {
  if (receivedAt === null) return null;
  const next = new Date(Date.parse(receivedAt) + PROMO_COOLDOWN_DAYS * DAY_MS);
  return next.getTime() > nowMs ? next : null;
};
