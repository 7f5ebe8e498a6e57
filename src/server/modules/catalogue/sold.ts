import type { Community } from "#server/config/community.ts";

/**
 * Whether the shop sells a package: it gives points, a tier or something in a game, or its owner has
 * marked it as one that gives nothing [SHOP-24].
 */
export const isSold = ({ shop }: Pick<Community, "shop">, packageId: number): boolean => {
  const gives = shop.packages.find(({ id }) => id === packageId);
  if (gives === undefined) return false;
  const { points, tier, deliveries, givesNothing } = gives;
  return points > 0 || tier !== null || deliveries.length > 0 || givesNothing === true;
};
