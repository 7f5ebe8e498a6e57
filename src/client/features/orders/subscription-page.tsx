import { Link } from "@tanstack/react-router";
import { TierEmblem } from "#client/components/brand/tier-emblem.tsx";
import { ScreenHeading } from "#client/components/list-screen.tsx";
import { EmptyPanel, LoadFailed } from "#client/components/load-states.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { useSite, useTierOf } from "#client/lib/site.ts";
import { trpc } from "#client/lib/trpc.ts";
import { NO_TIER } from "#shared/constants/shop.ts";
import { LOADED_FRESH_MS } from "#shared/constants/timings.ts";
import type { SubscriptionStatus } from "#shared/schemas/orders.ts";
import { ORDERS, SUBSCRIPTION } from "#shared/shop-messages.ts";
import { PlanCard, paidTwice, plansOf } from "./plan-card.tsx";
import { TierOffers } from "./tier-offers.tsx";

const NoPlan = () => {
  const { tiers } = useSite();
  if (tiers.length === 0)
    return <EmptyPanel title={SUBSCRIPTION.noTiers} text={SUBSCRIPTION.noTiersText} />;
  return (
    <div className="panel flex flex-wrap items-center gap-x-7 gap-y-5 p-5 sm:p-8">
      <TierEmblem tier={NO_TIER} className="size-20 shrink-0 sm:size-24" />
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="headline text-3xl md:text-4xl">No subscription</h2>
        <p className="mt-2.5 max-w-[52ch] text-pretty text-muted">{SUBSCRIPTION.none(tiers)}</p>
      </div>
      <Button asChild>
        <Link to="/shop">{SUBSCRIPTION.choose}</Link>
      </Button>
    </div>
  );
};

const Plans = ({ status }: { status: SubscriptionStatus }) => {
  const tierOf = useTierOf();
  const plans = plansOf(status, useSite().tiers);
  if (plans.length === 0) return <NoPlan />;
  const twice = paidTwice(plans);
  return (
    <>
      {twice.map((tier) => (
        <Alert key={tier} className="mb-3">
          {SUBSCRIPTION.paidTwice(tierOf(tier).title)}
        </Alert>
      ))}
      <ul aria-label="Your subscriptions" className="space-y-3">
        {plans.map((plan) => (
          <PlanCard
            key={`${plan.tier} ${plan.pays?.orderId}`}
            plan={plan}
            manageUrl={status.manageUrl}
          />
        ))}
      </ul>
      {status.manageUrl !== null && plans.some(({ pays }) => pays !== null) && (
        <p className="mt-4 max-w-[60ch] text-sm text-pretty text-faint">
          {SUBSCRIPTION.manageHint}
        </p>
      )}
    </>
  );
};

/** The tier that one has, until when, what is paid next and where it is cancelled, and what one gets. */
export const SubscriptionPage = () => {
  const { data, isError, isFetching, refetch } = trpc.orders.subscription.useQuery(undefined, {
    staleTime: LOADED_FRESH_MS,
  });
  return (
    <>
      <ScreenHeading eyebrow={SUBSCRIPTION.monthByMonth} title="Subscription" />
      <div className="mt-3">
        {data !== undefined ? (
          <Plans status={data} />
        ) : isError ? (
          <LoadFailed
            message={ORDERS.subscriptionFailed}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <div aria-busy className="panel flex items-center gap-7 p-5 sm:p-8">
            <Skeleton className="hexagon size-20 shrink-0 sm:size-24" />
            <div className="min-w-0 flex-1">
              <Skeleton className="h-9 w-56 max-w-full" />
              <Skeleton className="mt-3 h-5 w-72 max-w-full" />
            </div>
          </div>
        )}
      </div>
      <TierOffers present={data?.tiers[0]?.tier ?? null} />
    </>
  );
};
