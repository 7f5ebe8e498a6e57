import { Link } from "@tanstack/react-router";
import { Check, Gift, ShoppingCart, Trash2 } from "lucide-react";
import { type ReactNode, useLayoutEffect, useMemo, useRef } from "react";
import { PackagePicture } from "#client/components/orders/order-parts.tsx";
import { QuantityStepper } from "#client/components/quantity-stepper.tsx";
import { Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { cart, useCart } from "#client/lib/cart.ts";
import { cn } from "#client/lib/cn.ts";
import { useObstacles } from "#client/lib/shop.ts";
import { useSite } from "#client/lib/site.ts";
import { exactTime, useNow } from "#client/lib/time.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { htmlPolicy } from "#client/lib/trusted-html.ts";
import { PROMO_COOLDOWN_DAYS } from "#shared/constants/shop.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { dateFormat, pointsText, priceText } from "#shared/rules/format.ts";
import { onlyPlainTags, TRUSTED_TYPES } from "#shared/rules/package-html.ts";
import type { CommunityTier } from "#shared/schemas/community/play.ts";
import type { ShopPackage } from "#shared/schemas/shop.ts";
import { CART, SHOP, SHOP_SCREEN } from "#shared/shop-messages.ts";

/** Markup of what the shop says of a package: the only text that becomes markup on our pages. */
const packageHtml = htmlPolicy(TRUSTED_TYPES.packageHtml, onlyPlainTags);

type PackageTextProps = {
  /** HTML that the server has made harmless (shared/schemas/shop.ts). */
  html: string;
  className?: string;
};

/** What Tebex says of a package. */
export const PackageText = ({ html, className }: PackageTextProps) => {
  // The same object for the same text: React would else write the markup anew each time.
  const markup = useMemo(() => ({ __html: packageHtml(html) }), [html]);
  return (
    html !== "" && (
      <div
        className={cn("package-text", className)}
        // oxlint-disable-next-line react/no-danger -- cleaned on the server, and let through tag by tag
        dangerouslySetInnerHTML={markup}
      />
    )
  );
};

const sayRefused = (pkg: ShopPackage) =>
  toast("error", pkg.total_price === 0 ? SHOP.oneFree : CART.full);

/** One more of a single package; says so where the cart can hold no more of it [SHOP-05]. */
const addToCart = (pkg: ShopPackage) => {
  if (!cart.add(pkg)) sayRefused(pkg);
};

/** So many of a single package that is in the cart; 0 takes it out. */
const setInCart = (pkg: ShopPackage, quantity: number) => {
  if (!cart.setQuantity(pkg.id, quantity)) sayRefused(pkg);
};

/**
 * A place in which a pressed button makes way for other controls of the cart: the focus goes on to
 * what bears `data-more`, else to the first of them, instead of getting lost.
 */
export const Swap = ({ className, children }: { className?: string; children: ReactNode }) => {
  const place = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);
  // Drawn again with every change of the cart, as its contents are.
  useCart();
  useLayoutEffect(() => {
    const element = place.current;
    const wasPressed = isPressed.current;
    isPressed.current = false;
    if (element === null || !wasPressed || element.contains(document.activeElement)) return;
    const next =
      element.querySelector<HTMLElement>("[data-more]") ??
      element.querySelector<HTMLElement>('button:not([aria-disabled="true"]), a');
    next?.focus({ preventScroll: true });
  });
  return (
    <div
      ref={place}
      className={className}
      onClickCapture={() => {
        isPressed.current = true;
        requestAnimationFrame(() => {
          isPressed.current = false;
        });
      }}
    >
      {children}
    </div>
  );
};

const Control = ({ pkg }: { pkg: ShopPackage }) => {
  const item = useCart().single.find((each) => each.package.id === pkg.id);
  if (item !== undefined && pkg.isSoldOut)
    return (
      <Button variant="outline" className="w-full" onClick={() => cart.remove(pkg.id)}>
        <Trash2 aria-hidden />
        Remove <span className="sr-only">{pkg.name}</span>
      </Button>
    );
  if (item !== undefined)
    return (
      <QuantityStepper
        name={pkg.name}
        quantity={item.quantity}
        className="w-full"
        onChange={(quantity) => setInCart(pkg, quantity)}
      />
    );
  if (pkg.isSoldOut)
    return (
      <Button variant="outline" className="w-full" disabled>
        {SHOP.soldOutMark}
      </Button>
    );
  return (
    <Button variant="outline" className="w-full" onClick={() => addToCart(pkg)}>
      <ShoppingCart aria-hidden />
      {SHOP_SCREEN.addToCart} <span className="sr-only">{pkg.name}</span>
    </Button>
  );
};

/** What a package gives, in the community's currency. */
const PointsChip = ({ points }: { points: number }) => {
  const { brand } = useSite();
  return (
    <span className="inline-flex items-center gap-2 self-start rounded-full border border-accent/40 bg-accent/10 py-0.5 pr-3 pl-2.5 font-semibold text-accent-strong tabular-nums">
      <span
        aria-hidden
        className="hexagon h-3.5 w-3 bg-linear-to-b from-accent-strong to-accent-deep"
      />
      {pointsText(points)} {brand.currency}
    </span>
  );
};

type PackageCardProps = {
  pkg: ShopPackage;
  /** Whether no other gives more points for its money. */
  isBest: boolean;
};

/** A single package of the "Buy Points" grid. */
export const PackageCard = ({ pkg, isBest }: PackageCardProps) => (
  <li
    className={cn(
      "panel relative flex flex-col overflow-hidden transition-colors duration-300",
      isBest ? "border-accent/50" : "hover:border-ground-500",
    )}
  >
    <div
      className={cn(
        "flex flex-1 gap-4 p-5 sm:flex-col",
        pkg.isSoldOut && "[&_img]:grayscale [&_svg]:grayscale",
      )}
    >
      <PackagePicture image={pkg.image} className="size-24 sm:size-36 sm:self-center" />
      <div className="flex min-w-0 flex-1 flex-col">
        <h3 className="font-display text-3xl leading-none font-extrabold wrap-anywhere">
          {pkg.name}
        </h3>
        <div className="mt-2.5 flex flex-wrap gap-2">
          {pkg.points !== null && <PointsChip points={pkg.points} />}
          {pkg.limit !== null && (
            <p className="rounded-full border border-ground-500 px-3 py-0.5 font-semibold text-muted">
              {SHOP_SCREEN.limit(pkg.limit)}
            </p>
          )}
          {isBest && (
            <p className="rounded-full border border-transparent bg-accent px-3 py-0.5 font-semibold text-ground-950">
              Best value
            </p>
          )}
        </div>
        <PackageText html={pkg.description} className="mt-3 text-[0.95rem]" />
      </div>
    </div>
    <div className="grid grid-cols-[auto_minmax(0,11rem)] items-center justify-between gap-4 border-t border-ground-700 bg-ground-950/40 px-5 py-4 lg:grid-cols-[auto_minmax(0,9.5rem)]">
      <p
        className={cn(
          "font-display text-4xl leading-none font-black tabular-nums",
          pkg.isSoldOut && "text-faint",
        )}
      >
        {priceText(pkg.total_price, pkg.currency)}
      </p>
      <Swap>
        <Control pkg={pkg} />
      </Swap>
    </div>
  </li>
);

export type Subscription = { tier: string; pkg: ShopPackage };

/** The parts of the shop, from top to bottom. */
export type Shelves = {
  /** The cards of the tiers, in the order of the document. */
  subscriptions: Subscription[];
  promo: ShopPackage | null;
  /** Single packages in Tebex's order, those that are sold out at the end. */
  singles: ShopPackage[];
  /** The one with the most points for its money; null where there is nothing to compare. */
  bestId: number | null;
};

const bestOf = (singles: readonly ShopPackage[]): number | null => {
  const rated = singles.flatMap(({ id, points, total_price, isSoldOut }) =>
    points === null || total_price === 0 || isSoldOut ? [] : [{ id, worth: points / total_price }],
  );
  const best = rated.toSorted((a, b) => b.worth - a.worth);
  const [first, second] = best;
  return first === undefined || second === undefined || first.worth === second.worth
    ? null
    : first.id;
};

/**
 * Sorts what Tebex sells into the parts of the shop. A tier is the package whose id it names
 * [SHOP-03].
 */
export const shelvesOf = (
  packages: readonly ShopPackage[],
  tiers: readonly CommunityTier[],
): Shelves => {
  const subscriptions = tiers.flatMap(({ key, package: id }) => {
    const pkg = packages.find((one) => one.type === "subscription" && one.id === id);
    return pkg === undefined ? [] : [{ tier: key, pkg }];
  });
  const singles = packages.filter(({ type, isPromo }) => type === "single" && !isPromo);
  return {
    subscriptions,
    promo: packages.find(({ isPromo }) => isPromo) ?? null,
    singles: singles.toSorted((a, b) => Number(a.isSoldOut) - Number(b.isSoldOut)),
    bestId: bestOf(singles),
  };
};

/**
 * When the promo can be redeemed again [SHOP-08]; null where it can be now.
 * @param receivedAt when it was received last, ISO; null for never.
 */
export const nextPromo = (receivedAt: string | null, nowMs: number): Date | null => {
  if (receivedAt === null) return null;
  const next = new Date(Date.parse(receivedAt) + PROMO_COOLDOWN_DAYS * DAY_MS);
  return next.getTime() > nowMs ? next : null;
};

/** In place of the button that puts something into the cart, once it is there. @param onRemove takes it out. */
export const InCart = ({ name, onRemove }: { name: string; onRemove: () => void }) => (
  <div className="flex gap-2">
    <Button asChild variant="outline" className="min-w-0 flex-1">
      <Link to="/shop/cart">
        <Check className="text-moss" aria-hidden />
        {SHOP_SCREEN.inCart}
      </Link>
    </Button>
    <Button variant="ghost" onClick={onRemove}>
      Remove <span className="sr-only">{name}</span>
    </Button>
  </div>
);

const Redeem = ({ pkg }: { pkg: ShopPackage }) => {
  const { timezone: timeZone } = useSite();
  const nowMs = useNow();
  const obstacle = useObstacles().get(pkg.id);
  const status = trpc.shop.promoStatus.useQuery();
  const isIn = useCart().single.some((item) => item.package.id === pkg.id);
  // Where it is not known, the server says so at the checkout.
  if (status.isPending || nowMs === null) return <Skeleton className="h-11 w-full" />;
  const next = nextPromo(status.data?.promoReceivedDate ?? null, nowMs);
  if (isIn) return <InCart name={pkg.name} onRemove={() => cart.remove(pkg.id)} />;
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
