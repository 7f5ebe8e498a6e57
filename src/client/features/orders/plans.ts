import { type PaidTier, PAID_TIERS } from "#shared/constants/tiers.ts";
import type { SubscriptionStatus } from "#shared/schemas/orders.ts";

type Pays = SubscriptionStatus["subscriptions"][number];
/** A tier that one has, or pays for. */
export type Plan = {
  tier: PaidTier;
  /** Until when it runs; null where it does not, as while its payment is disputed. */
  endsAt: string | null;
  /** The subscription that pays for it; null where none does any more. */
  pays: Pays | null;
};

/** The newest subscription of each tier that has not ended: an active one before a cancelled one. */
const paysFor = (subscriptions: readonly Pays[], tier: PaidTier): Pays | null => {
  const running = subscriptions.filter((one) => one.tier === tier && one.state !== "ended");
  return running.find(({ state }) => state === "active") ?? running[0] ?? null;
};

/** The tiers that run, and those that are paid for without running now; highest first. */
export const plansOf = ({ tiers, subscriptions }: SubscriptionStatus): Plan[] =>
  PAID_TIERS.toReversed().flatMap((tier) => {
    const endsAt = tiers.find((one) => one.tier === tier)?.endsAt ?? null;
    const pays = paysFor(subscriptions, tier);
    const isOver = endsAt === null && pays?.state !== "active";
    return isOver ? [] : [{ tier, endsAt, pays }];
  });
