import { Link } from "@tanstack/react-router";
import { TierEmblem } from "#client/components/brand/tier-emblem.tsx";
import { LegalNote } from "#client/components/section-heading.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { cn } from "#client/lib/cn.ts";
import { useOwnLang, useSite } from "#client/lib/site.ts";
import { moneyText } from "#shared/rules/format.ts";
import { pointsText } from "#shared/rules/format.ts";
import { SUBSCRIPTION } from "#shared/shop-messages.ts";

/** By how many tiers there are: one alone does not take the whole width. */
const COLUMNS: Readonly<Record<number, string>> = {
  1: "max-w-xl",
  2: "md:grid-cols-2",
  4: "md:grid-cols-2",
};

const ROW = "flex justify-between gap-3 border-t border-ground-700 pt-2";

/** What every tier gives, with one's own marked; nothing where there are none. */
export const TierOffers = ({ present }: { present: string | null }) => {
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
