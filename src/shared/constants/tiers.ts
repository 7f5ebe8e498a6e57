/** Subscription tiers and what they give [HOME-03]. */
export const TIERS = ["Standard", "Gold", "Diamond", "Vibranium"] as const;
export type Tier = (typeof TIERS)[number];
/** Those that have to be paid for, the lowest first. */
export const PAID_TIERS = ["Gold", "Diamond", "Vibranium"] as const;
export type PaidTier = (typeof PAID_TIERS)[number];

export type TierOffer = {
  tier: PaidTier;
  title: string;
  /** US cents per month. */
  priceCents: number;
  /** Points credited when the month is paid. */
  monthlyPoints: number;
  /** Points for every quarter hour played. */
  passivePoints: number;
};

export const TIER_OFFERS: readonly TierOffer[] = [
  { tier: "Gold", title: "Golden Lynx", priceCents: 499, monthlyPoints: 650, passivePoints: 7 },
  {
    tier: "Diamond",
    title: "Diamond Lynx",
    priceCents: 999,
    monthlyPoints: 1300,
    passivePoints: 10,
  },
  {
    tier: "Vibranium",
    title: "Vibranium Lynx",
    priceCents: 1499,
    monthlyPoints: 1950,
    passivePoints: 15,
  },
];

/** What a tier is sold as: "Golden Lynx". */
export const tierTitle = (tier: PaidTier): string =>
  TIER_OFFERS.find((offer) => offer.tier === tier)?.title ?? tier;
