import { Link } from "@tanstack/react-router";
import { ExternalLink } from "lucide-react";
import { TierEmblem } from "#client/components/brand/tier-emblem.tsx";
import { ScreenHeading } from "#client/components/list-screen.tsx";
import { LegalNote } from "#client/components/page.tsx";
import { EmptyPanel, LoadFailed } from "#client/components/panels.tsx";
import { Alert, Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { cn } from "#client/lib/cn.ts";
import { useOwnLang, useSite, useTierOf } from "#client/lib/site.ts";
import { exactTime } from "#client/lib/time.ts";
import { trpc } from "#client/lib/trpc.ts";
import { NO_TIER } from "#shared/constants/shop.ts";
import { LOADED_FRESH_MS } from "#shared/constants/time.ts";
import { byTier } from "#shared/rules/community.ts";
import { dateFormat, moneyText, pointsText } from "#shared/rules/format.ts";
import type { CommunityTier, Emblem } from "#shared/schemas/community/play.ts";
import type { SubscriptionStatus } from "#shared/schemas/orders.ts";
import { ORDERS, SUBSCRIPTION } from "#shared/shop-messages.ts";

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
const PlanCard = ({ plan, manageUrl }: { plan: Plan; manageUrl: string | null }) => {
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

/** By how many tiers there are: one alone does not take the whole width. */
const COLUMNS: Readonly<Record<number, string>> = {
  1: "max-w-xl",
  2: "md:grid-cols-2",
  4: "md:grid-cols-2",
};

const ROW = "flex justify-between gap-3 border-t border-ground-700 pt-2";

/** What every tier gives, with one's own marked; nothing where there are none. */
const TierOffers = ({ present }: { present: string | null }) => {
  const { brand, tiers } = useSite();
  const lang = useOwnLang();
  if (tiers.length === 0) return null;
  const own = tiers.findIndex(({ key }) => key === present);
  const actOf = (index: number) =>
    present === null
      ? SUBSCRIPTION.subscribe
      : index > own
        ? SUBSCRIPTION.upgrade
        : SUBSCRIPTION.change;
  return (
    <section aria-labelledby="offers" className="mt-12">
      <h2 id="offers" className="headline text-3xl md:text-4xl">
        {SUBSCRIPTION.whatYouGet}
      </h2>
      <ul className={cn("mt-5 grid gap-3", COLUMNS[tiers.length] ?? "md:grid-cols-3")}>
        {tiers.map((tier, index) => (
          <li
            key={tier.key}
            className={cn("panel flex flex-col p-5", index === own && "border-accent/60")}
            aria-current={index === own || undefined}
          >
            <div className="flex items-center gap-3">
              <TierEmblem tier={tier.key} className="size-11 shrink-0" />
              <div className="min-w-0">
                <h3 {...lang} className="text-2xl leading-tight font-extrabold wrap-anywhere">
                  {tier.title}
                </h3>
                <p className="text-sm text-muted tabular-nums">
                  {moneyText(tier.price, tier.currency)} a month
                  {index === own && <span className="text-accent-strong"> · yours now</span>}
                </p>
              </div>
            </div>
            <dl className="mt-4 flex-1 space-y-2 text-[0.95rem]">
              {tier.monthlyPoints > 0 && (
                <div className={ROW}>
                  <dt className="text-muted">Each month</dt>
                  <dd className="font-semibold tabular-nums">
                    {pointsText(tier.monthlyPoints)} {brand.currency}
                  </dd>
                </div>
              )}
              {tier.quarterHourPoints > 0 && (
                <div className={ROW}>
                  <dt className="text-muted">{SUBSCRIPTION.perQuarterHour}</dt>
                  <dd className="font-semibold tabular-nums">
                    {tier.quarterHourPoints} {brand.currency}
                  </dd>
                </div>
              )}
              {tier.benefits.map(({ text, byHand }) => (
                <div key={text} className={ROW}>
                  <dt {...lang} className="text-pretty text-muted wrap-anywhere">
                    {text}
                  </dt>
                  <dd className="shrink-0 text-faint">
                    {byHand ? SUBSCRIPTION.byHand : SUBSCRIPTION.included}
                  </dd>
                </div>
              ))}
            </dl>
            {index !== own && tier.package !== undefined && (
              <Button asChild variant={index > own ? "primary" : "outline"} className="mt-4 w-full">
                <Link to="/shop" aria-label={SUBSCRIPTION.labelOf(actOf(index), tier.title)}>
                  {actOf(index)}
                </Link>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p className="mt-4 max-w-3xl text-pretty text-muted">{SUBSCRIPTION.offersHint}</p>
      <LegalNote className="mt-4" />
    </section>
  );
};

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
