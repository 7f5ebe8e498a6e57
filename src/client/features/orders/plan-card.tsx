import { Link } from "@tanstack/react-router";
import { ExternalLink } from "lucide-react";
import { TierEmblem } from "#client/components/brand/tier-emblem.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { cn } from "#client/lib/cn.ts";
import { useTierOf } from "#client/lib/site.ts";
import { exactTime } from "#client/lib/time.ts";
import { dateFormat } from "#shared/rules/format.ts";
import { byTier } from "#shared/rules/tiers.ts";
import type { CommunityTier, Emblem } from "#shared/schemas/community/tiers.ts";
import type { SubscriptionStatus } from "#shared/schemas/orders.ts";
import { SUBSCRIPTION } from "#shared/shop-messages.ts";

type Pays = SubscriptionStatus["subscriptions"][number];
/** A tier that one has, or pays for. */
type Plan = {
  tier: string;
  /** Until when it runs; null where it does not, as while its payment is disputed. */
  endsAt: string | null;
  /** The subscription that pays for it; null where none does any more. */
  pays: Pays | null;
};

/** A tier that runs without a payment, or a payment with what it is for. */
const planOf = (tier: string, endsAt: string | null, pays: Pays | null): Plan => ({
  tier,
  endsAt,
  pays,
});

/**
 * One for each payment: every active one, and for a tier that runs without any the newest that was
 * cancelled, or none. Highest tier first.
 * @param ranked the community's tiers, the lowest first.
 */
export const plansOf = (
  { tiers, subscriptions }: SubscriptionStatus,
  ranked: readonly CommunityTier[],
): Plan[] => {
  const theirs = [...tiers, ...subscriptions].toSorted(byTier(ranked)).toReversed();
  return [...new Set(theirs.map(({ tier }) => tier))].flatMap((tier) => {
    const endsAt = tiers.find((one) => one.tier === tier)?.endsAt ?? null;
    const ofTier = subscriptions.filter((one) => one.tier === tier);
    const active = ofTier.filter(({ state }) => state === "active");
    if (active.length > 0) return active.map((pays) => planOf(tier, endsAt, pays));
    if (endsAt === null) return [];
    return [planOf(tier, endsAt, ofTier.find(({ state }) => state === "cancelled") ?? null)];
  });
};

/** The tiers that are paid for more than once. */
export const paidTwice = (plans: readonly Plan[]): string[] => {
  const paid = plans.flatMap(({ tier, pays }) => (pays?.state === "active" ? [tier] : []));
  return [...new Set(paid.filter((tier, index) => paid.indexOf(tier) !== index))];
};

const LOOK: Record<Emblem, { text: string; glow: string }> = {
  plain: { text: "text-ink", glow: "from-ground-500/12" },
  laurel: { text: "text-laurel", glow: "from-laurel/12" },
  crystal: { text: "text-crystal", glow: "from-crystal/12" },
  blades: { text: "text-blades", glow: "from-blades/15" },
};
const longDay = dateFormat({ dateStyle: "long" });

const dayText = (at: string) => longDay(new Date(at));

/** "March 5, 2026"; the exact time stands in the hover text. */
const Day = ({ at }: { at: string }) => (
  <time dateTime={at} title={exactTime(new Date(at))} className="font-semibold text-ink">
    {dayText(at)}
  </time>
);

/** When it is charged next, and until when the tier is one's own. */
const Dates = ({ plan: { endsAt, pays } }: { plan: Plan }) => {
  const next = pays?.state === "active" ? pays.nextPaymentAt : null;
  return (
    <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-2">
      {next !== null && (
        <div>
          <dt className="text-sm text-faint">{SUBSCRIPTION.nextCharge}</dt>
          <dd>
            <Day at={next} />
          </dd>
        </div>
      )}
      {endsAt !== null && (
        <div>
          <dt className="text-sm text-faint">
            {next === null ? SUBSCRIPTION.runsUntil : SUBSCRIPTION.paidUntil}
          </dt>
          <dd>
            <Day at={endsAt} />
          </dd>
        </div>
      )}
      {pays !== null && (
        <div>
          <dt className="text-sm text-faint">{SUBSCRIPTION.boughtWith}</dt>
          <dd>
            <Link
              to="/member/purchases"
              search={{ order: pays.orderId }}
              className="font-semibold underline decoration-ground-500 underline-offset-4 transition-colors hover:text-accent-strong"
            >
              {SUBSCRIPTION.order(pays.orderId)}
            </Link>
          </dd>
        </div>
      )}
    </dl>
  );
};

/** One payment, or a tier that nothing pays for: what comes next, and where it is managed. */
export const PlanCard = ({ plan, manageUrl }: { plan: Plan; manageUrl: string | null }) => {
  const { tier, endsAt, pays } = plan;
  const { title, emblem } = useTierOf()(tier);
  return (
    <li className="panel relative isolate flex flex-wrap items-center gap-5 overflow-hidden p-5 sm:gap-8 sm:p-8">
      <div
        aria-hidden
        className={cn("absolute inset-0 -z-10 bg-linear-to-r to-transparent", LOOK[emblem].glow)}
      />
      <TierEmblem tier={tier} className="size-20 shrink-0 sm:size-28" />
      <div className="min-w-0 flex-1 basis-64">
        <h2 className={cn("headline text-4xl sm:text-5xl", LOOK[emblem].text)}>{title}</h2>
        {pays?.state === "cancelled" && (
          <p className="mt-2 text-pretty text-muted">{SUBSCRIPTION.cancelled}</p>
        )}
        {endsAt === null && (
          <p className="mt-2 text-pretty text-muted">{SUBSCRIPTION.notRunning}</p>
        )}
        <Dates plan={plan} />
      </div>
      {pays !== null && manageUrl !== null && (
        <Button asChild variant="outline">
          <a
            href={manageUrl}
            target="_blank"
            rel="noopener"
            aria-label={SUBSCRIPTION.manageOne(title, pays.orderId)}
          >
            {SUBSCRIPTION.manage}
            <ExternalLink aria-hidden />
          </a>
        </Button>
      )}
    </li>
  );
};
