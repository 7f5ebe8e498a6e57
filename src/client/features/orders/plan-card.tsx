import { Link } from "@tanstack/react-router";
import { TierEmblem } from "#client/components/brand/tier-emblem.tsx";
import { cn } from "#client/lib/cn.ts";
import { exactTime } from "#client/lib/time.ts";
import { PAID_TIERS, type PaidTier, TIER_OFFERS } from "#shared/constants/tiers.ts";
import type { SubscriptionStatus } from "#shared/schemas/orders.ts";
import { SUBSCRIPTION } from "#shared/shop-messages.ts";

type Pays = SubscriptionStatus["subscriptions"][number];
/** A tier that one has, or pays for. */
type Plan = {
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

const LOOK: Record<PaidTier, { text: string; glow: string }> = {
  Gold: { text: "text-gold", glow: "from-gold/12" },
  Diamond: { text: "text-diamond", glow: "from-diamond/12" },
  Vibranium: { text: "text-vibranium", glow: "from-vibranium/15" },
};
const longDay = new Intl.DateTimeFormat("en", { dateStyle: "long" });

const dayText = (at: string) => longDay.format(new Date(at));

/** "March 5, 2026"; the exact time stands in the hover text. */
const Day = ({ at }: { at: string }) => (
  <time dateTime={at} title={exactTime(new Date(at))} className="font-semibold text-bone">
    {dayText(at)}
  </time>
);

const Next = ({ plan: { endsAt, pays } }: { plan: Plan }) => {
  if (pays?.state === "active" && pays.nextPaymentAt !== null)
    return (
      <>
        Renews on <Day at={pays.nextPaymentAt} />
        {endsAt !== null && dayText(endsAt) !== dayText(pays.nextPaymentAt) && (
          <>
            , paid until <Day at={endsAt} />
          </>
        )}
        .
      </>
    );
  if (endsAt === null) return SUBSCRIPTION.notRunning;
  return (
    <>
      {pays?.state === "cancelled" ? SUBSCRIPTION.cancelledUntil : "Runs until "}
      <Day at={endsAt} />.
    </>
  );
};

/** One tier: until when it is one's own, and what comes next. */
export const PlanCard = ({ plan }: { plan: Plan }) => {
  const { tier, pays } = plan;
  const title = TIER_OFFERS.find((offer) => offer.tier === tier)?.title ?? tier;
  return (
    <li className="panel relative isolate flex items-center gap-5 overflow-hidden p-5 sm:gap-8 sm:p-8">
      <div
        aria-hidden
        className={cn("absolute inset-0 -z-10 bg-linear-to-r to-transparent", LOOK[tier].glow)}
      />
      <TierEmblem tier={tier} className="size-20 shrink-0 sm:size-28" />
      <div className="min-w-0">
        <h2 className={cn("headline text-4xl sm:text-5xl", LOOK[tier].text)}>{title}</h2>
        <p className="mt-2.5 text-pretty text-muted">
          <Next plan={plan} />
        </p>
        {pays !== null && (
          <p className="mt-1 text-sm text-faint">
            Bought with{" "}
            <Link
              to="/member/purchases"
              className="underline decoration-night-500 underline-offset-4 transition-colors hover:text-amber-strong"
            >
              order #{pays.orderId}
            </Link>
          </p>
        )}
      </div>
    </li>
  );
};
