import { Link } from "@tanstack/react-router";
import { Check, Gift } from "lucide-react";
import { PackagePicture } from "#client/components/packages.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { cart, useCart } from "#client/lib/cart.ts";
import { useSite } from "#client/lib/site.ts";
import { exactTime, useNow } from "#client/lib/time.ts";
import { trpc } from "#client/lib/trpc.ts";
import { useObstacles } from "#client/lib/use-obstacles.ts";
import { dateFormat, priceText } from "#shared/rules/format.ts";
import type { ShopPackage } from "#shared/schemas/shop.ts";
import { SHOP, SHOP_SCREEN } from "#shared/shop-messages.ts";
import { PackageText, Swap, addToCart } from "./card-parts.tsx";
import { PointsChip } from "./package-card.tsx";
import { nextPromo } from "./shelves.ts";

const Redeem = ({ pkg }: { pkg: ShopPackage }) => {
  const { timezone: timeZone } = useSite();
  const nowMs = useNow();
  const obstacle = useObstacles().get(pkg.id);
  const status = trpc.shop.promoStatus.useQuery();
  const isIn = useCart().single.some((item) => item.package.id === pkg.id);
  // Where it is not known, the server says so at the checkout.
  if (status.isPending || nowMs === null) return <Skeleton className="h-11 w-full" />;
  const next = nextPromo(status.data?.promoReceivedDate ?? null, nowMs);
  if (isIn)
    return (
      <div className="flex gap-2">
        <Button asChild variant="outline" className="min-w-0 flex-1">
          <Link to="/shop/cart">
            <Check className="text-moss" aria-hidden />
            {SHOP_SCREEN.inCart}
          </Link>
        </Button>
        <Button variant="ghost" onClick={() => cart.remove(pkg.id)}>
          Remove <span className="sr-only">{pkg.name}</span>
        </Button>
      </div>
    );
  if (next !== null)
    return (
      <span title={exactTime(next)} className="block">
        <Button variant="outline" className="w-full" disabled>
          Redeem on {dateFormat({ dateStyle: "long", timeZone })(next)}
        </Button>
      </span>
    );
  if (pkg.isSoldOut)
    return (
      <Button variant="outline" className="w-full" disabled>
        {SHOP.soldOutMark}
      </Button>
    );
  if (obstacle !== undefined && obstacle.orderId !== null)
    return (
      <div className="space-y-3">
        <p className="text-sm text-pretty text-muted">{obstacle.message}</p>
        <Button asChild variant="outline" className="w-full">
          <Link to="/member/purchases" search={{ order: obstacle.orderId }}>
            Open Purchases
          </Link>
        </Button>
      </div>
    );
  return (
    <Button className="w-full" onClick={() => addToCart(pkg)}>
      <Gift aria-hidden />
      Redeem <span className="sr-only">{pkg.name}</span>
    </Button>
  );
};

/** The package that everybody can have once in 31 days [SHOP-08]. */
export const PromoCard = ({ pkg }: { pkg: ShopPackage }) => (
  <section
    aria-labelledby="promo-title"
    className="panel relative isolate mt-12 grid gap-5 overflow-hidden p-5 sm:p-7 md:grid-cols-[auto_minmax(0,1fr)_14rem] lg:grid-cols-[auto_minmax(0,1fr)_18rem] md:items-center md:gap-8"
  >
    <div
      aria-hidden
      className="absolute inset-0 -z-10 bg-[radial-gradient(30rem_14rem_at_0%_50%,color-mix(in_srgb,var(--color-moss)_16%,transparent),transparent)]"
    />
    <PackagePicture image={pkg.image} className="hidden size-28 md:block" />
    <div className="min-w-0">
      <p className="eyebrow text-moss">{SHOP_SCREEN.promoTitle}</p>
      <h2
        id="promo-title"
        className="mt-1 font-display text-4xl leading-none font-black wrap-anywhere"
      >
        {pkg.name}
      </h2>
      <PackageText html={pkg.description} className="mt-3" />
    </div>
    <div className="flex flex-col gap-4">
      <p className="flex flex-wrap items-center justify-between gap-3">
        <span className="font-display text-4xl leading-none font-black">
          {priceText(pkg.total_price, pkg.currency)}
        </span>
        {pkg.points !== null && <PointsChip points={pkg.points} />}
      </p>
      <Swap>
        <Redeem pkg={pkg} />
      </Swap>
    </div>
  </section>
);
