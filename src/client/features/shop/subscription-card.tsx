import { Link } from "@tanstack/react-router";
import { Check, ShoppingCart } from "lucide-react";
import { TierEmblem } from "#client/components/brand/tier-emblem.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { cart, useCart } from "#client/lib/cart.ts";
import { cn } from "#client/lib/cn.ts";
import { useIdentity } from "#client/lib/session/use-identity.ts";
import { useObstacles } from "#client/lib/use-obstacles.ts";
import { useRunningTiers } from "#client/lib/use-running-tiers.ts";
import { type PaidTier, tierTitle } from "#shared/constants/tiers.ts";
import { dateFormat, moneyText } from "#shared/rules/format.ts";
import type { ShopPackage } from "#shared/schemas/shop.ts";
import { SHOP, SHOP_SCREEN } from "#shared/shop-messages.ts";
import { PackageText, Swap } from "./card-parts.tsx";
import type { Subscription } from "./shelves.ts";

const longDay = dateFormat({ dateStyle: "long" });

type Look = { text: string; edge: string; chosen: string; sky: string; marks: string };

const LOOK: Record<PaidTier, Look> = {
  Gold: {
    text: "text-gold",
    edge: "hover:border-gold/60",
    chosen: "border-gold/70",
    sky: "bg-[radial-gradient(26rem_17rem_at_50%_2rem,rgb(240_185_58/0.22),transparent)]",
    marks: "[&_li]:marker:text-gold",
  },
  Diamond: {
    text: "text-diamond",
    edge: "hover:border-diamond/60",
    chosen: "border-diamond/70",
    sky: "bg-[radial-gradient(26rem_17rem_at_50%_2rem,rgb(143_227_255/0.2),transparent)]",
    marks: "[&_li]:marker:text-diamond",
  },
  Vibranium: {
    text: "text-vibranium",
    edge: "hover:border-vibranium/60",
    chosen: "border-vibranium/70",
    sky: "bg-[radial-gradient(26rem_17rem_at_50%_2rem,rgb(183_148_255/0.26),transparent)]",
    marks: "[&_li]:marker:text-vibranium",
  },
};

/** The highest tier that runs beside this one, and until when, said before anything is paid for it. */
const OtherTier = ({ tier }: { tier: PaidTier }) => {
  const other = useRunningTiers(tier)?.[0];
  if (other === undefined) return null;
  const say = other.isRenewed ? SHOP_SCREEN.otherRenews : SHOP_SCREEN.otherRuns;
  return (
    <p className="mt-3 text-center text-sm text-pretty text-muted">
      {say(tierTitle(other.tier), longDay(new Date(other.endsAt)))}
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
            <Link to="/member/purchases">Open Purchases</Link>
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
  const look = LOOK[tier];
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
