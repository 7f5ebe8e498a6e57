import { Link } from "@tanstack/react-router";
import { Check, ShoppingCart } from "lucide-react";
import { TierEmblem } from "#client/components/brand/tier-emblem.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { cart, useCart } from "#client/lib/cart.ts";
import { cn } from "#client/lib/cn.ts";
import { useIdentity } from "#client/lib/session/use-identity.ts";
import { useObstacles, useRunningTiers } from "#client/lib/shop.ts";
import { useTierOf } from "#client/lib/site.ts";
import { dateFormat, moneyText } from "#shared/rules/format.ts";
import type { Emblem } from "#shared/schemas/community/play.ts";
import type { ShopPackage } from "#shared/schemas/shop.ts";
import { SHOP, SHOP_SCREEN } from "#shared/shop-messages.ts";
import { PackageText, type Subscription, Swap } from "./package-card.tsx";

const longDay = dateFormat({ dateStyle: "long" });

type Look = { text: string; edge: string; chosen: string; sky: string; marks: string };

const LOOK: Record<Emblem, Look> = {
  plain: {
    text: "text-ink",
    edge: "hover:border-ground-500",
    chosen: "border-faint",
    sky: "bg-[radial-gradient(26rem_17rem_at_50%_2rem,color-mix(in_srgb,var(--color-stone-300)_20%,transparent),transparent)]",
    marks: "[&_li]:marker:text-faint",
  },
  laurel: {
    text: "text-laurel",
    edge: "hover:border-laurel/60",
    chosen: "border-laurel/70",
    sky: "bg-[radial-gradient(26rem_17rem_at_50%_2rem,color-mix(in_srgb,var(--color-laurel)_22%,transparent),transparent)]",
    marks: "[&_li]:marker:text-laurel",
  },
  crystal: {
    text: "text-crystal",
    edge: "hover:border-crystal/60",
    chosen: "border-crystal/70",
    sky: "bg-[radial-gradient(26rem_17rem_at_50%_2rem,color-mix(in_srgb,var(--color-crystal)_20%,transparent),transparent)]",
    marks: "[&_li]:marker:text-crystal",
  },
  blades: {
    text: "text-blades",
    edge: "hover:border-blades/60",
    chosen: "border-blades/70",
    sky: "bg-[radial-gradient(26rem_17rem_at_50%_2rem,color-mix(in_srgb,var(--color-blades)_26%,transparent),transparent)]",
    marks: "[&_li]:marker:text-blades",
  },
};

/** The highest tier that runs beside this one, and until when, said before anything is paid for it. */
const OtherTier = ({ tier }: { tier: string }) => {
  const other = useRunningTiers(tier)?.[0];
  const tierOf = useTierOf();
  if (other === undefined) return null;
  const say = other.isRenewed ? SHOP_SCREEN.otherRenews : SHOP_SCREEN.otherRuns;
  return (
    <p className="mt-3 text-center text-sm text-pretty text-muted">
      {say(tierOf(other.tier).title, longDay(new Date(other.endsAt)))}
    </p>
  );
};

/** Puts the subscription into the cart, in the place of another one, or takes it out [SHOP-04]. */
const Choice = ({ pkg }: { pkg: ShopPackage }) => {
  const { subscription } = useCart();
  const obstacle = useObstacles().get(pkg.id);
  if (pkg.isSoldOut)
    return (
      <Button variant="outline" className="w-full" disabled>
        {SHOP.soldOutMark}
      </Button>
    );
  if (subscription?.id === pkg.id)
    return (
      <div className="flex gap-2">
        <Button asChild variant="outline" className="min-w-0 flex-1">
          <Link to="/shop/cart">
            <Check className="text-moss" aria-hidden />
            {SHOP_SCREEN.inCart}
          </Link>
        </Button>
        <Button variant="ghost" onClick={() => cart.setSubscription(null)}>
          Remove <span className="sr-only">{pkg.name}</span>
        </Button>
      </div>
    );
  if (obstacle !== undefined)
    return (
      <div className="space-y-3">
        <p className="text-sm text-pretty text-muted">{obstacle.message}</p>
        <Button asChild variant="outline" className="w-full">
          {obstacle.orderId === null ? (
            <Link to="/member/subscription">{SHOP_SCREEN.manageSubscription}</Link>
          ) : (
            <Link to="/member/purchases" search={{ order: obstacle.orderId }}>
              Open Purchases
            </Link>
          )}
        </Button>
      </div>
    );
  return (
    <Button
      variant={subscription === null ? "primary" : "outline"}
      className="w-full"
      onClick={() => cart.setSubscription(pkg)}
    >
      <ShoppingCart aria-hidden />
      {subscription === null ? SHOP_SCREEN.addToCart : SHOP_SCREEN.takeInstead}{" "}
      <span className="sr-only">{pkg.name}</span>
    </Button>
  );
};

/** A tier for a month, again every month. */
export const SubscriptionCard = ({ tier, pkg }: Subscription) => {
  const look = LOOK[useTierOf()(tier).emblem];
  const isChosen = useCart().subscription?.id === pkg.id;
  const isOwn = useIdentity()?.tier === tier;
  return (
    <li
      className={cn(
        "panel relative isolate flex flex-col overflow-hidden p-6 transition-colors duration-300 sm:p-7 md:max-lg:grid md:max-lg:grid-cols-[15rem_minmax(0,1fr)] md:max-lg:items-center md:max-lg:gap-x-8",
        isChosen ? look.chosen : look.edge,
      )}
    >
      <div aria-hidden className={cn("absolute inset-0 -z-10", look.sky)} />
      {isOwn && (
        <p
          className={cn(
            "absolute top-5 right-5 md:max-lg:right-auto md:max-lg:left-5 rounded-full border border-current px-3 py-0.5 text-sm font-semibold",
            look.text,
          )}
        >
          Your tier
        </p>
      )}
      <div>
        <TierEmblem tier={tier} className="mx-auto size-36 lg:size-40" />
        <h3
          className={cn(
            "mt-4 text-center font-display text-4xl leading-none font-black wrap-anywhere",
            look.text,
          )}
        >
          {pkg.name}
        </h3>
        <p className="mt-4 flex items-baseline justify-center gap-2">
          <span className="font-display text-5xl leading-none font-black tabular-nums">
            {moneyText(pkg.total_price, pkg.currency)}
          </span>
          <span className="text-muted">/ month</span>
        </p>
      </div>
      <div className="flex flex-1 flex-col">
        <PackageText html={pkg.description} className={cn("mt-5 md:max-lg:mt-0", look.marks)} />
        <Swap className="mt-auto pt-7">
          <Choice pkg={pkg} />
        </Swap>
        <OtherTier tier={tier} />
      </div>
    </li>
  );
};
