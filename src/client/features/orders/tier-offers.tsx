import { Link } from "@tanstack/react-router";
import { TierEmblem } from "#client/components/brand/tier-emblem.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { cn } from "#client/lib/cn.ts";
import { useSite } from "#client/lib/site.ts";
import { PAID_TIERS, type PaidTier, TIER_OFFERS } from "#shared/constants/tiers.ts";
import { SHELL } from "#shared/messages.ts";
import { moneyText } from "#shared/rules/format.ts";
import { pointsText } from "#shared/rules/format.ts";
import { SUBSCRIPTION } from "#shared/shop-messages.ts";

const CENTS = 100;
/** The offers are named in it. */
const CURRENCY = "USD";

/** Whether a tier is worth more than one's own. */
const isAbove = (tier: PaidTier, present: PaidTier | null): boolean =>
  present === null || PAID_TIERS.indexOf(tier) > PAID_TIERS.indexOf(present);

/** What every tier gives, with one's own marked. */
export const TierOffers = ({ present }: { present: PaidTier | null }) => {
  const { brand } = useSite();
  return (
    <section aria-labelledby="offers" className="mt-12">
      <h2 id="offers" className="headline text-3xl md:text-4xl">
        {SUBSCRIPTION.whatYouGet}
      </h2>
      <ul className="mt-5 grid gap-3 md:grid-cols-3">
        {TIER_OFFERS.map(({ tier, title, priceCents, monthlyPoints, passivePoints }) => (
          <li
            key={tier}
            className={cn("panel flex flex-col p-5", tier === present && "border-amber/60")}
            aria-current={tier === present || undefined}
          >
            <div className="flex items-center gap-3">
              <TierEmblem tier={tier} className="size-11 shrink-0" />
              <div className="min-w-0">
                <h3 className="text-2xl leading-tight font-extrabold">{title}</h3>
                <p className="text-sm text-muted tabular-nums">
                  {moneyText(priceCents / CENTS, CURRENCY)} a month
                  {tier === present && <span className="text-amber-strong"> · yours now</span>}
                </p>
              </div>
            </div>
            <dl className="mt-4 flex-1 space-y-2 text-[0.95rem]">
              <div className="flex justify-between gap-3 border-t border-night-700 pt-2">
                <dt className="text-muted">Each month</dt>
                <dd className="font-semibold tabular-nums">
                  {pointsText(monthlyPoints)} {brand.currency}
                </dd>
              </div>
              <div className="flex justify-between gap-3 border-t border-night-700 pt-2">
                <dt className="text-muted">{SUBSCRIPTION.perQuarterHour}</dt>
                <dd className="font-semibold tabular-nums">
                  {passivePoints} {brand.currency}
                </dd>
              </div>
            </dl>
            {tier !== present && (
              <Button
                asChild
                variant={isAbove(tier, present) ? "primary" : "outline"}
                className="mt-4 w-full"
              >
                <Link
                  to="/shop"
                  aria-label={SUBSCRIPTION.labelOf(
                    present === null
                      ? SUBSCRIPTION.subscribe
                      : isAbove(tier, present)
                        ? SUBSCRIPTION.upgrade
                        : SUBSCRIPTION.change,
                    title,
                  )}
                >
                  {present === null
                    ? SUBSCRIPTION.subscribe
                    : isAbove(tier, present)
                      ? SUBSCRIPTION.upgrade
                      : SUBSCRIPTION.change}
                </Link>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p className="mt-4 max-w-3xl text-pretty text-muted">{SUBSCRIPTION.offersHint}</p>
      <p className="mt-4 max-w-3xl text-sm leading-relaxed text-pretty text-faint">
        {SHELL.donationNote}
      </p>
    </section>
  );
};
