import { trpc } from "#client/lib/trpc.ts";

/** A tier that the member has now. */
export type RunningTier = {
  tier: string;
  endsAt: string;
  /** Whether a subscription is charged for it again. */
  isRenewed: boolean;
};

/**
 * The tiers that run beside one that could be bought, the highest first. Where the server does not
 * say it there are none: nothing is kept from anybody for that.
 * @param bought null where none is, and nothing is asked.
 * @returns undefined until it is known.
 */
export const useRunningTiers = (bought: string | null): RunningTier[] | undefined => {
  const isAsked = bought !== null;
  const { data, isError } = trpc.orders.subscription.useQuery(undefined, { enabled: isAsked });
  if (!isAsked || (data === undefined && isError)) return [];
  return data?.tiers
    .filter(({ tier }) => tier !== bought)
    .map(({ tier, endsAt }) => ({
      tier,
      endsAt,
      isRenewed: data.subscriptions.some((one) => one.tier === tier && one.state === "active"),
    }));
};
